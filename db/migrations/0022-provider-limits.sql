-- Declined cards, each once, whichever way it became known: by its event, or by a look-up at the provider. `attempt` is
-- the provider's id of the declined charge; of an attempt without one, the id of its event.
create table card_decline (
  provider   text not null,
  attempt    text not null,
  order_id   uuid not null references orders,
  account_id uuid references account on delete set null,
  at         timestamptz not null,
  primary key (provider, attempt)
);
-- How many an account had in the last hour, asked whenever a payment is opened.
create index card_decline_of_account on card_decline (account_id, at desc);
-- The daily run that removes what nobody asks for any more.
create index card_decline_age on card_decline (at);
create index provider_event_age on provider_event (received_at);
