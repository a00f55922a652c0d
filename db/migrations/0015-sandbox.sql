-- The sandbox card provider's own state. The shop never reads it: it asks over HTTP, as it would ask the hosted one.
-- Of a card, brand and last four digits are kept; never its number, its code or its holder.
create schema sandbox;

create table sandbox.payment_intent (
  id                  text primary key check (id ~ '^pi_[0-9A-Za-z]{24}$'),
  client_secret       text not null unique,
  status              text not null default 'requires_payment_method'
                      check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  amount              integer not null check (amount between 1 and 99999999),
  amount_received     integer not null default 0,
  amount_refunded     integer not null default 0,
  currency            text not null check (currency ~ '^[a-z]{3}$'),
  description         text,
  metadata            jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  -- The latest attempt: declined, waiting for its challenge, or paid.
  latest_charge       text,
  payment_method      text,
  card_brand          text,
  card_last4          text check (card_last4 ~ '^[0-9]{4}$'),
  attempted_at        timestamptz,
  last_payment_error  jsonb check (jsonb_typeof(last_payment_error) = 'object'),
  cancellation_reason text
                      check (cancellation_reason in ('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer')),
  canceled_at         timestamptz,
  created_at          timestamptz not null,
  -- Money is there when, and only when, the intent has succeeded; and all of it.
  constraint payment_intent_received check (amount_received = case when status = 'succeeded' then amount else 0 end),
  constraint payment_intent_refunded_within check (amount_refunded between 0 and amount_received),
  constraint payment_intent_canceled check ((status = 'canceled') = (canceled_at is not null)),
  constraint payment_intent_reason check (cancellation_reason is null or status = 'canceled'),
  constraint payment_intent_attempt check (status not in ('requires_action', 'succeeded') or latest_charge is not null),
  constraint payment_intent_card check ((card_brand is null) = (card_last4 is null))
);

create table sandbox.refund (
  id                text primary key check (id ~ '^re_[0-9A-Za-z]{24}$'),
  payment_intent_id text not null references sandbox.payment_intent,
  amount            integer not null check (amount > 0),
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  reason            text check (reason in ('duplicate', 'fraudulent', 'requested_by_customer')),
  metadata          jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  status            text not null default 'succeeded' check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  created_at        timestamptz not null,
  failure_reason    text,
  constraint refund_failure check ((failure_reason is not null) = (status = 'failed'))
);
create index refund_of_payment_intent on sandbox.refund (payment_intent_id);
create index refund_by_age on sandbox.refund (created_at, id);

create table sandbox.dispute (
  id                text primary key check (id ~ '^du_[0-9A-Za-z]{24}$'),
  -- A payment is disputed once.
  payment_intent_id text not null unique references sandbox.payment_intent,
  amount            integer not null check (amount > 0),
  currency          text not null check (currency ~ '^[a-z]{3}$'),
  reason            text not null,
  status            text not null check (status in ('warning_needs_response', 'warning_under_review',
                      'warning_closed', 'needs_response', 'under_review', 'won', 'lost')),
  evidence          text,
  due_by            timestamptz not null,
  created_at        timestamptz not null
);
create index dispute_by_age on sandbox.dispute (created_at, id);

-- What happened, written by the transaction in which it happened; a job delivers it, again and again until it is taken.
create table sandbox.event (
  id                text primary key check (id ~ '^evt_[0-9A-Za-z]{24}$'),
  type              text not null check (type in (
                      'payment_intent.created', 'payment_intent.requires_action', 'payment_intent.payment_failed',
                      'payment_intent.succeeded', 'payment_intent.canceled', 'charge.refunded', 'charge.refund.updated',
                      'refund.created', 'refund.updated', 'refund.failed', 'charge.dispute.created',
                      'charge.dispute.updated', 'charge.dispute.closed', 'charge.dispute.funds_withdrawn',
                      'charge.dispute.funds_reinstated')),
  payment_intent_id text not null references sandbox.payment_intent,
  payload           jsonb not null check (jsonb_typeof(payload) = 'object'),
  created_at        timestamptz not null,
  attempts          integer not null default 0 check (attempts >= 0),
  last_outcome      text,
  delivered_at      timestamptz
);
create index event_of_payment_intent on sandbox.event (payment_intent_id);

-- The first answer to each Idempotency-Key, kept for a day. The scope keeps browsers out of the shop's own keys.
create table sandbox.idempotency_key (
  scope       text not null,
  key         text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  status      integer not null check (status between 200 and 499),
  answer      jsonb not null,
  created_at  timestamptz not null,
  primary key (scope, key)
);
create index idempotency_key_age on sandbox.idempotency_key (created_at);
