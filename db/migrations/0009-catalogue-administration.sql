-- The first answer to each Idempotency-Key of a call, for calls whose rows have no place for it. Written in the
-- transaction of what it answers: a second caller with the key waits for the first, and reads what it was told.
create table idempotent_answer (
  account_id  uuid not null references account on delete cascade,
  call        text not null,
  key         text not null,
  fingerprint text not null,
  answer      jsonb,
  created_at  timestamptz not null,
  primary key (account_id, call, key)
);
create index idempotent_answer_age on idempotent_answer (created_at);

-- A brand is made at its first use, however it is typed.
create unique index brand_name_folded on brand (lower(name));
