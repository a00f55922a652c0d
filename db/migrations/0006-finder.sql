-- Vehicles: year, make, model and, where it is known, engine. Numbers instead of uuids, because fitment has millions of
-- rows that name one.
create table make (
  id   integer generated always as identity primary key,
  name text not null
);
create unique index make_name_folded on make (lower(name));

create table model (
  id      integer generated always as identity primary key,
  make_id integer not null references make,
  name    text not null
);
create unique index model_name_folded on model (make_id, lower(name));

-- An engine as a customer picks it: "1.8 L, 4 cylinders, gasoline".
create table engine (
  id   integer generated always as identity primary key,
  name text not null
);
create unique index engine_name_folded on engine (lower(name));

create table vehicle (
  id         integer generated always as identity primary key,
  year       smallint not null,
  model_id   integer not null references model,
  -- None: the vehicle whatever its engine.
  engine_id  integer references engine,
  -- The vehicle without its engine; none for that one itself.
  base_id    integer references vehicle,
  -- Known from fitment alone, a vehicle is not offered to those who pick one: public lists overstate what was built.
  is_offered boolean not null default true,
  constraint vehicle_year_plausible check (year between 1886 and 2100),
  constraint vehicle_engine_has_base check ((engine_id is null) = (base_id is null)),
  constraint vehicle_once unique nulls not distinct (year, model_id, engine_id)
);
create index vehicle_of_model on vehicle (model_id, year);
create index vehicle_of_base on vehicle (base_id) where base_id is not null;

-- What other systems call a vehicle: the base-vehicle numbers of catalogue files.
create table vehicle_alias (
  system      text not null,
  external_id text not null,
  vehicle_id  integer not null references vehicle,
  primary key (system, external_id)
);
create index vehicle_alias_of_vehicle on vehicle_alias (vehicle_id);

-- Where fitment and numbers come from: a file that was imported, or the shop's own word.
create table data_source (
  id      integer generated always as identity primary key,
  name    text not null,
  dated   date not null,
  -- Invented, for the demo shop: shown as such.
  is_demo boolean not null default false
);

-- One application: this part, on this vehicle. A year range is as many rows, so gaps stay gaps.
create table fitment (
  id           bigint generated always as identity,
  vehicle_id   integer not null references vehicle,
  tool_ordinal integer not null references tool (ordinal) on delete cascade,
  -- False: known not to fit. A missing row says nothing at all.
  fits         boolean not null default true,
  position     text,
  -- Units that the vehicle takes in this position.
  quantity     smallint,
  -- What must be true of the vehicle beyond its row: [{"name": "Submodel", "value": "GLS"}]. None is null, never [].
  conditions   jsonb,
  notes        text[],
  source_id    integer not null references data_source,
  -- 1 fits, 2 fits if, 3 does not fit, 4 does not fit if: what the row says by itself (`fitment.rules`).
  answer       smallint not null generated always as (
    case when fits then 1 else 3 end + case when conditions is null and notes is null then 0 else 1 end) stored,
  constraint fitment_quantity_positive check (quantity > 0),
  constraint fitment_conditions_not_empty check (jsonb_array_length(conditions) > 0),
  constraint fitment_notes_not_empty check (cardinality(notes) > 0),
  -- Read by vehicle: the answers of all its parts stand together in the index.
  primary key (vehicle_id, tool_ordinal, id) include (answer)
);
create index fitment_of_tool on fitment (tool_ordinal, vehicle_id);
create index fitment_of_source on fitment (source_id);

-- How numbers are compared (`foldPartNumber` of finder.rules.ts says the same): case, spaces and punctuation do not count;
-- leading zeros do, and O is not 0.
create function fold_part_number(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    translate(normalize(value, NFKC), 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', '', 'g');

-- Every number by which a part is asked for. A row leads from the number to the part, and not back: that part replaces
-- what the number names, which says nothing about the other direction.
create table part_number (
  id           bigint generated always as identity primary key,
  tool_ordinal integer not null references tool (ordinal) on delete cascade,
  -- own: the part's own; oem: the vehicle maker's; interchange: another brand's, which this part replaces; gtin: 14 digits.
  kind         text not null,
  value        text not null,
  -- Whose number it is; none for GTINs, and where nobody said.
  brand        text,
  folded       text collate "C" not null generated always as (fold_part_number(value)) stored,
  note         text,
  -- None for the own number, which is the tool's.
  source_id    integer references data_source,
  constraint part_number_kind check (kind in ('own', 'oem', 'interchange', 'gtin')),
  constraint part_number_says_something check (folded <> ''),
  constraint part_number_gtin_digits check (kind <> 'gtin' or folded ~ '^[0-9]{14}$'),
  constraint part_number_has_source check ((source_id is null) = (kind = 'own'))
);
create index part_number_folded on part_number (folded, tool_ordinal);
-- Each source says it for itself: what one takes back, another may still say. Shown once.
create unique index part_number_once on part_number (tool_ordinal, kind, folded, brand, source_id) nulls not distinct;
create index part_number_of_source on part_number (source_id) where source_id is not null;

-- A number that its maker replaced by another of his. Followed to the end; a circle is told as such.
create table supersession (
  id         bigint generated always as identity primary key,
  brand      text not null,
  old_number text not null,
  new_number text not null,
  old_folded text collate "C" not null generated always as (fold_part_number(old_number)) stored,
  new_folded text collate "C" not null generated always as (fold_part_number(new_number)) stored,
  source_id  integer not null references data_source,
  constraint supersession_says_something check (old_folded <> '' and new_folded <> '' and old_folded <> new_folded)
);
-- Each source says it for itself; none says otherwise than another (imports refuse that).
create unique index supersession_once on supersession (lower(brand), old_folded, source_id);
create index supersession_of_old on supersession (old_folded);
create index supersession_of_new on supersession (new_folded);
create index supersession_of_source on supersession (source_id);

-- The own number of a part stands with the others, kept by whoever writes the tool.
create function keep_own_part_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from part_number where tool_ordinal = new.ordinal and kind = 'own';
  end if;
  insert into part_number (tool_ordinal, kind, value, brand)
  select new.ordinal, 'own', new.part_number, (select name from brand where id = new.brand_id)
  where new.part_number is not null and fold_part_number(new.part_number) <> '';
  return null;
end $$;
create trigger tool_added_own_number after insert on tool
  for each row execute function keep_own_part_number();
create trigger tool_changed_own_number after update on tool for each row
  when (old.part_number is distinct from new.part_number or old.brand_id is distinct from new.brand_id)
  execute function keep_own_part_number();

-- My vehicles. The VIN is personal data: shown masked, and erased alone or with the account.
create table account_vehicle (
  id         uuid primary key,
  account_id uuid not null references account on delete cascade,
  vehicle_id integer not null references vehicle,
  -- What its owner calls it.
  name       text,
  vin        text,
  created_at timestamptz not null,
  constraint account_vehicle_vin_well_formed check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  constraint account_vehicle_name_length check (char_length(name) between 1 and 60),
  constraint account_vehicle_once unique nulls not distinct (account_id, vehicle_id, vin)
);
create index account_vehicle_of_vehicle on account_vehicle (vehicle_id);
