-- What happens to money after the fact: refunds that fail and are sent again, refunds made at the provider past the
-- shop, and disputes.

-- 'provider': made at the provider itself, and written down when the shop hears of it.
alter table refund drop constraint refund_reason;
alter table refund add constraint refund_reason check (reason in ('order-closed', 'requested', 'provider'));

-- `tries` counts how often the shop asked for a refund: each try has an idempotency key of its own at the provider, and
-- `former_ids` are the provider's ids of those that failed.
-- Units that a refund brought back stay on the shelf, also when its money fails to arrive later.
alter table refund
  add column tries integer not null default 1 check (tries >= 1),
  add column former_ids text[] not null default '{}',
  add column retried_at timestamptz,
  add column retried_by uuid,
  add column units_returned boolean not null default false,
  add constraint refund_retried_when check ((tries > 1) = (retried_at is not null));
update refund set units_returned = true where state = 'done';
create index refund_of_intent on refund (transaction_id);

-- Counts the changes of an intent's refunds: what the provider said before a change is not held against what came after.
alter table payment_intent add column refund_changes integer not null default 0;

-- A customer's bank takes a payment back. Amount in minor units of the dispute's own currency.
create table dispute (
  id             uuid primary key,
  provider_id    text not null unique,
  order_id       uuid not null references orders,
  transaction_id text not null references payment_intent,
  amount         bigint not null check (amount > 0),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  reason         text not null,
  status         text not null,
  -- The bank only asks so far: the money is still here, and a refund ends the matter.
  is_refundable  boolean not null,
  answer_by      timestamptz,
  opened_at      timestamptz not null,
  closed_at      timestamptz,
  -- Counts what was written here, so that an answer that another has overtaken is not used.
  changes        integer not null default 0
);
create index dispute_of_order on dispute (order_id);
create index dispute_of_intent on dispute (transaction_id);
create index dispute_open on dispute (id) where closed_at is null;

alter table order_mail drop constraint order_mail_kind_check;
alter table order_mail add constraint order_mail_kind_check check (kind in ('placed', 'paid', 'expired', 'released',
  'shipped', 'refunded', 'money-returned', 'money-returned-admin', 'refund-failed-admin', 'dispute-opened-admin',
  'dispute-closed-admin'));

-- The sandbox: refunds that wait or fail, and disputes.
alter table sandbox.refund drop constraint refund_status_check;
alter table sandbox.refund
  add constraint refund_status check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  add column failure_reason text,
  add constraint refund_failure check ((failure_reason is not null) = (status = 'failed'));
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

alter table sandbox.event drop constraint event_type_check;
alter table sandbox.event add constraint event_type check (type in (
  'payment_intent.created', 'payment_intent.requires_action', 'payment_intent.payment_failed',
  'payment_intent.succeeded', 'payment_intent.canceled', 'charge.refunded', 'charge.refund.updated', 'refund.created',
  'refund.updated', 'refund.failed', 'charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed',
  'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'));
