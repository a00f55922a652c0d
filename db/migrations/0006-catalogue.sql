-- What the shop sells, what it is called and shown by, and how many of it there are.

create table brand (
  id       uuid primary key,
  name     text not null unique,
  -- The logo, as the brand's page shows it.
  image_id uuid references image
);
-- A brand is made at its first use, however it is typed.
create unique index brand_name_folded on brand (lower(name));
-- What a job asks of every picture: does anything refer to it?
create index brand_of_image on brand (image_id);
create trigger brand_changes after insert or update or delete on brand
  for each statement execute function note_table_change();

-- Categories are a tree. A row says in full where it stands in it, so that lists, addresses and files need no walk upwards:
-- `path` is made of the slugs (`brakes/brake-pads`), `full_name` of the names (`Brakes > Brake Pads`).
create table category (
  id        uuid primary key,
  -- Its own among its siblings.
  slug      text not null,
  name      text not null,
  image_id  uuid references image,
  parent_id uuid references category,
  -- Among its siblings; those alike stand by their names.
  position  integer not null default 0,
  -- What buyers read above the list.
  text      text not null default '',
  is_hidden boolean not null default false,
  -- Neither it nor any category above it is hidden.
  is_shown  boolean not null default true,
  path      text not null,
  full_name text not null,
  constraint category_depth check (cardinality(string_to_array(path, '/')) <= 5),
  -- Between the names of a path, in files and wherever people write one.
  constraint category_name_without_arrow check (position('>' in name) = 0),
  constraint category_slug_form check (slug <> '' and slug !~ '[/?#%[:space:]]')
);
-- What stands for a category is its path.
create unique index category_path_once on category (path);
-- A name is its own among its siblings, however it is capitalised: in full it is so in the whole shop.
create unique index category_full_name_folded on category (lower(full_name));
-- Files name a category by its own name alone where there is one of that name.
create index category_name_folded on category (lower(name));
create index category_slug on category (slug);
create index category_parent on category (parent_id);
-- What a job asks of every picture: does anything refer to it?
create index category_of_image on category (image_id);
create trigger category_changes after insert or update or delete on category
  for each statement execute function note_table_change();

-- Paths that categories had: their addresses lead on for ever.
create table category_path (
  path        text primary key,
  category_id uuid not null references category on delete cascade
);
create index category_path_of on category_path (category_id);
-- A bare slug may be the last part of an address that one had.
create index category_path_slug on category_path (substring(path from '[^/]*$'));
create trigger category_path_changes after insert or update or delete on category_path
  for each statement execute function note_table_change();

-- Whatever changes a path keeps the one before it.
create function place_category() returns trigger language plpgsql as $$
declare above category;
begin
  -- Whoever moves or renames the category above is waited for: its path is part of this one's.
  select * into above from category where id = new.parent_id for share;
  new.path := concat_ws('/', above.path, new.slug);
  new.full_name := concat_ws(' > ', above.full_name, new.name);
  new.is_shown := not new.is_hidden and coalesce(above.is_shown, true);
  if tg_op = 'UPDATE' then
    if new.path <> old.path then
      delete from category_path where path = new.path;
      insert into category_path (path, category_id) values (old.path, new.id)
      on conflict (path) do update set category_id = excluded.category_id;
    end if;
  end if;
  return new;
end $$;
create trigger category_placed before insert or update of parent_id, slug, name, is_hidden on category
  for each row execute function place_category();

create function place_categories_below() returns trigger language plpgsql as $$
begin
  update category set parent_id = parent_id where parent_id = new.id;
  return null;
end $$;
create trigger category_moved after update on category for each row
  when ((new.path, new.full_name, new.is_shown) is distinct from (old.path, old.full_name, old.is_shown))
  execute function place_categories_below();

-- What a text means that somebody names a category by: an id, a path, a path that one had, a slug, a slug that one had. More
-- than one where a slug is that of several.
create function categories_called(said text) returns setof uuid language sql stable as $$
  select distinct id from (
    select id, rank() over (order by way) as place from (
      select id, 1 as way from category
        where id = case when said ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then said::uuid end
      union all select id, 2 from category where path = said
      union all select category_id, 3 from category_path where path = said
      union all select id, 4 from category where slug = said
      union all select category_id, 5 from category_path where substring(path from '[^/]*$') = said
    ) meant
  ) ranked where place = 1
$$;

-- What tools of a category can say of themselves: an attribute belongs to one category, and to all below it.
create table attribute (
  id           uuid primary key,
  -- Its short number, by which tools keep their values of it. It is never given to another one.
  ordinal      integer generated always as identity,
  category_id  uuid not null references category on delete cascade,
  name         text not null,
  -- Made of the name, for addresses. Two names that make the same one count as the same name.
  slug         text not null,
  kind         text not null check (kind in ('text', 'number', 'yes-no', 'choice')),
  unit         text not null default '',
  -- In their order, each `{"key": 3, "name": "Steel"}`. Tools keep the key, which is never given to another one.
  choices      jsonb not null default '[]' check (jsonb_typeof(choices) = 'array'),
  -- How many choices it ever had: the next one has the key behind it.
  choices_made integer not null default 0,
  position     integer not null default 0,
  version      integer not null default 1,
  constraint attribute_ordinal_once unique (ordinal),
  constraint attribute_slug_once unique (category_id, slug),
  constraint attribute_unit_of_number check (unit = '' or kind = 'number')
);
create trigger attribute_changes after insert or update or delete on attribute
  for each statement execute function note_table_change();

create table tool (
  id                uuid primary key,
  -- The tool's short number, for the large tables and the search index.
  ordinal           integer generated always as identity,
  name              text not null,
  description       text not null,
  tags              text[] not null default '{}',
  part_number       text,
  brand_id          uuid references brand,
  category_id       uuid references category,
  -- By the attribute's number: `{"12": "58.5", "13": "yes", "14": "3"}`. Numbers are decimal text, choices their keys. What belongs
  -- to no attribute of the tool's category is kept, and not shown.
  attributes        jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  -- Fits whatever it is used on: oil, a torque wrench. Such a part has no fitment.
  is_universal      boolean not null default false,

  -- Its first picture, which lists and orders show.
  image_id          uuid references image,
  -- A picture on another host, for tools that bring an address instead of a file.
  image_url         text,
  -- What is to be seen, for whoever does not see it. Empty: the page says the tool's name.
  image_alt         text not null default '',

  -- Minor units of the shop's currency.
  price             bigint not null check (price > 0),
  -- What its maker recommends as its price. Minor units of the shop's currency.
  list_price        bigint constraint tool_list_price check (list_price > 0),
  -- By which rate it is taxed: a name, of which the shop's table says what it comes to where.
  tax_class         text not null default 'standard' constraint tool_tax_class check (tax_class ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Where it comes from, by ISO 3166-1, and by which number customs know it, in digits alone: papers for other countries say both.
  country_of_origin text constraint tool_country_of_origin check (country_of_origin ~ '^[A-Z]{2}$'),
  customs_code      text constraint tool_customs_code check (customs_code ~ '^[0-9]{6,12}$'),

  -- How it is sold: what its price and every quantity count, in which multiples, and what one of it weighs.
  sales_unit        text not null default 'each' constraint tool_sales_unit check (sales_unit in ('each', 'pair', 'set', 'box')),
  -- How many are in the box, where it is sold by the box.
  box_quantity      integer,
  minimum_quantity  integer not null check (minimum_quantity >= 1),
  quantity_multiple integer not null default 1,
  weight_grams      integer constraint tool_weight check (weight_grams >= 1),

  -- Units in the house, and those of them that unpaid orders hold. What can be ordered is the rest.
  on_hand           integer not null check (on_hand >= 0),
  reserved          integer not null default 0,
  free              integer not null generated always as (on_hand - reserved) stored,
  -- Of the reserved units, those that buyers with an unconfirmed email hold.
  held_unconfirmed  integer not null default 0,
  -- At how many free units it should be bought again; none where nobody said. Whether it is that low is a column: an index on what
  -- changes with each order would have every order write every index of its tool anew, and this changes seldom.
  low_stock_level   integer check (low_stock_level >= 0),
  is_low            boolean not null
    generated always as (archived_at is null and coalesce(on_hand - reserved <= low_stock_level, false)) stored,

  rating_total      integer not null default 0,
  rating_count      integer not null default 0,
  version           integer not null default 1,
  archived_at       timestamptz,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),

  constraint tool_ordinal_once unique (ordinal),
  constraint tool_box_quantity check (case when sales_unit = 'box' then box_quantity >= 2 else box_quantity is null end),
  -- The least that can be ordered is itself a quantity that can be ordered.
  constraint tool_multiple check (quantity_multiple >= 1 and minimum_quantity % quantity_multiple = 0),
  constraint tool_reserved_within_stock check (reserved between 0 and on_hand),
  constraint tool_held_unconfirmed_within check (held_unconfirmed between 0 and greatest(reserved, 0)),
  constraint tool_rating_within_scale check (rating_count >= 0 and rating_total between 0 and 5 * rating_count)
);
create unique index tool_part_number on tool (brand_id, part_number) where archived_at is null;
-- The shop's lists: newest first, paged by id, which sorts by time.
create index tool_newest on tool (id desc) where archived_at is null;
create index tool_of_category on tool (category_id, id desc) where archived_at is null;
-- Whether a category has any tool, those that are sold no longer included.
create index tool_category on tool (category_id);
create index tool_low on tool (id desc) where is_low;
-- What a job asks of every picture: does anything refer to it?
create index tool_of_image on tool (image_id);
-- The dashboard's list, found by a few letters.
do $$
begin
  if exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) then
    create index tool_search on tool using gin (lower(name || E'\n' || coalesce(part_number, '')) gin_trgm_ops)
      where archived_at is null;
  end if;
end
$$;

-- Changes of tools are told tool by tool.
create function note_tools_added() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal) select 'tool', id, ordinal from added on conflict do nothing;
  return null;
end $$;
create function note_tools_gone() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal) select 'tool', id, ordinal from gone on conflict do nothing;
  return null;
end $$;
-- Without nested loops: a connection keeps the plan of the statement, and one made for a change of no tool would join each of ten
-- thousand with each.
create function note_tools_changed() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  -- What a list or a search finds, filters, counts or sorts by. Of the stock that is whether it can be ordered: not each order
  -- changes every list.
  insert into change (topic, tool_id, tool_ordinal)
  select
    case when
      (was.name, was.description, was.tags, was.part_number, was.brand_id, was.category_id, was.price, was.is_universal,
        was.rating_total, was.rating_count, was.archived_at, was.on_hand - was.reserved >= was.minimum_quantity)
      is distinct from
      (now.name, now.description, now.tags, now.part_number, now.brand_id, now.category_id, now.price, now.is_universal,
        now.rating_total, now.rating_count, now.archived_at, now.on_hand - now.reserved >= now.minimum_quantity)
    then 'tool' else 'stock' end,
    now.id, now.ordinal
  from before was join after now on now.ordinal = was.ordinal
  where was is distinct from now
  on conflict do nothing;
  return null;
end $$;
create trigger tools_added after insert on tool referencing new table as added
  for each statement execute function note_tools_added();
create trigger tools_gone after delete on tool referencing old table as gone
  for each statement execute function note_tools_gone();
create trigger tools_changed after update on tool referencing old table as before new table as after
  for each statement execute function note_tools_changed();

create function note_attributes_changed() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal) values ('tool', new.id, new.ordinal) on conflict do nothing;
  return null;
end $$;
create trigger tool_attributes_changed after update of attributes on tool for each row
  when (new.attributes is distinct from old.attributes) execute function note_attributes_changed();

-- Searches find tools by their category's name.
create function note_category_renamed() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal)
  select 'tool', id, ordinal from tool where category_id = new.id and archived_at is null
  on conflict do nothing;
  return null;
end $$;
create trigger category_renamed after update on category for each row
  when (new.name is distinct from old.name) execute function note_category_renamed();

-- Pictures of a tool behind its first one.
create table tool_picture (
  tool_id  uuid not null references tool on delete cascade,
  position integer not null check (position between 2 and 12),
  image_id uuid not null references image,
  -- What is to be seen, for whoever does not see it. Empty: the page says the tool's name.
  alt      text not null default '',
  primary key (tool_id, position),
  constraint tool_picture_once unique (tool_id, image_id)
);
-- What a job asks of every picture: does anything refer to it?
create index tool_picture_of_image on tool_picture (image_id);

-- A document as stored: one PDF named by its content, `{key}.pdf`, beside the pictures.
create table document (
  id         uuid primary key,
  key        text not null unique,
  bytes      integer not null check (bytes > 0),
  created_at timestamptz not null,
  -- From when on no tool has it. A job marks it, and removes the document a day later.
  unused_since timestamptz
);
create index document_unused on document (unused_since) where unused_since is not null;

create table tool_document (
  tool_id     uuid not null references tool on delete cascade,
  document_id uuid not null references document,
  kind        text not null check (kind in ('data-sheet', 'safety-data-sheet', 'instructions', 'other')),
  -- What tells it from others of its kind, such as its language.
  name        text not null default '',
  added_at    timestamptz not null,
  primary key (tool_id, document_id)
);
-- What a job asks of every document: does anything refer to it?
create index tool_document_of_document on tool_document (document_id);

-- A document that comes or goes leaves the tool's version alone, and changes its page.
create function note_tool_document() returns trigger language plpgsql as $$
begin
  insert into change (topic, tool_id, tool_ordinal)
  select 'stock', id, ordinal from tool where id = coalesce(new.tool_id, old.tool_id) on conflict do nothing;
  return null;
end $$;
create trigger tool_document_changes after insert or update or delete on tool_document
  for each row execute function note_tool_document();

-- Every change of stock, and why. The sums of a tool's rows are its `on_hand` and `reserved`. Append-only.
create table stock_movement (
  id              uuid primary key,
  tool_id         uuid not null references tool,
  at              timestamptz not null default now(),
  reason          text not null
    check (reason in ('opening', 'reserved', 'freed', 'sold', 'cancelled', 'returned', 'restocked', 'corrected', 'counted')),
  on_hand_change  integer not null default 0,
  reserved_change integer not null default 0,
  -- What it comes from: an order, or a stock take.
  order_id        uuid,
  stock_take_id   uuid,
  -- An unpaid order lets go of some units when they are cancelled, and of the rest at its end, once.
  is_part         boolean not null default false constraint stock_movement_part check (not is_part or reason = 'freed'),
  actor_kind      text not null check (actor_kind in ('customer', 'admin', 'system', 'provider', 'operator')),
  actor_id        uuid,
  note            text,
  check (on_hand_change <> 0 or reserved_change <> 0),
  -- A movement is what its reason says. Units that never left the shop are cancelled, and not returned.
  constraint stock_movement_why check (case reason
    when 'reserved' then on_hand_change = 0 and reserved_change > 0 and order_id is not null
    when 'freed' then on_hand_change = 0 and reserved_change < 0 and order_id is not null
    when 'sold' then on_hand_change < 0 and reserved_change = on_hand_change and order_id is not null
    when 'cancelled' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'returned' then on_hand_change > 0 and reserved_change = 0 and order_id is not null
    when 'corrected' then on_hand_change <> 0 and reserved_change = 0 and order_id is null
    when 'counted' then on_hand_change <> 0 and reserved_change = 0 and order_id is null and stock_take_id is not null
    else on_hand_change > 0 and reserved_change = 0 and order_id is null end)
);
-- A tool's history goes by time: ids of movements that one statement makes for many tools, as an import does, have no order.
create index stock_movement_of_tool on stock_movement (tool_id, at, id);
-- The file of all movements, read by period.
create index stock_movement_by_day on stock_movement (at, id);
create trigger stock_movement_is_append_only before update or delete or truncate on stock_movement
  for each statement execute function refuse_change();

-- Units sold a day, and in how many orders: what "most sold in 90 days" reads. The writer that marks an order paid adds to it. Units and
-- orders that went back, with all of their money or to the shelf, are not sold.
create table tool_sales (
  day     date not null,
  tool_id uuid not null references tool,
  units   integer not null check (units >= 0),
  orders  integer not null default 0 check (orders >= 0),
  primary key (day, tool_id)
);
create index tool_sales_of_tool on tool_sales (tool_id, day);
create trigger tool_sales_changes after insert or update or delete on tool_sales
  for each statement execute function note_table_change();

-- Edits of many tools: what would change is looked at first, then done once, tool by tool, and can be taken back.
create table tool_edit (
  id               uuid primary key,
  -- What people call it.
  number           integer not null unique generated always as identity,
  state            text not null default 'planning'
    check (state in ('planning', 'planned', 'committing', 'committed', 'undoing', 'undone', 'cancelled')),
  -- Which tools: {"ids": [...]} or {"filter": {...}}; and what of them is set.
  scope            jsonb not null,
  change           jsonb not null,
  actor_kind       text not null,
  actor_id         uuid,
  -- Who asked for the step that is being done, which need not be who began it: a job that was lost and is sent again does what this
  -- account may do by then.
  asked_actor_kind text,
  asked_actor_id   uuid,
  created_at       timestamptz not null,
  ended_at         timestamptz
);

create table tool_edit_row (
  edit_id       uuid not null references tool_edit on delete cascade,
  n             integer not null,
  tool_id       uuid not null references tool,
  -- The tool's version that the plan has seen, and the one that the edit has made.
  version       integer not null,
  after_version integer,
  -- The fields that change, as they were and as they will be.
  before        jsonb not null,
  after         jsonb not null,
  -- Units that the edit has booked.
  units         integer,
  state         text not null
    check (state in ('planned', 'unchanged', 'refused', 'done', 'skipped', 'undone', 'left')),
  -- Why it was refused, skipped or left.
  problem       text,
  primary key (edit_id, n)
);
create index tool_edit_row_listed on tool_edit_row (edit_id, state, n);
create index tool_edit_row_of_tool on tool_edit_row (tool_id);

-- Pictures in bulk: a ZIP whose files are named by part numbers. What they belong to is looked at first, then done once, and can be
-- taken back.
create table picture_batch (
  id               uuid primary key,
  -- What people call it.
  number           integer not null unique generated always as identity,
  -- The ZIP, as its sender calls it; it waits as a file under the batch's id.
  name             text not null,
  state            text not null default 'planning'
    check (state in ('planning', 'planned', 'committing', 'committed', 'undoing', 'undone', 'cancelled')),
  actor_kind       text not null,
  actor_id         uuid,
  -- Who asked for the step that is being done, as of an edit of many tools.
  asked_actor_kind text,
  asked_actor_id   uuid,
  created_at       timestamptz not null,
  ended_at         timestamptz
);
create index picture_batch_open on picture_batch (created_at) where ended_at is null;

create table picture_batch_row (
  batch_id   uuid not null references picture_batch on delete cascade,
  -- Their order: tool by tool, as their names count them.
  n          integer not null,
  -- Which file of the ZIP, and what it is called in there.
  entry      integer not null,
  name       text not null,
  tool_id    uuid references tool,
  state      text not null
    check (state in ('matched', 'ambiguous', 'unknown', 'broken', 'added', 'there', 'refused', 'undone', 'left')),
  -- Why it is broken or was refused.
  problem    text,
  -- Which picture it became, written down when it goes in: that may be swept away later, when no tool shows it any more.
  picture_id uuid,
  -- Whether it became the first picture of its tool.
  is_first   boolean not null default false,
  primary key (batch_id, n),
  constraint picture_batch_row_of_tool
    check ((tool_id is not null) = (state in ('matched', 'added', 'there', 'refused', 'undone', 'left')))
);
create index picture_batch_row_listed on picture_batch_row (batch_id, state, n);
create index picture_batch_row_of_tool on picture_batch_row (tool_id);

-- What is true of the shop as a whole, in the one row there can be; the first start writes it.
create table shop_fact (
  only_row boolean primary key default true check (only_row),
  -- Prices are bare minor units: 500 is $5.00, ¥500 or 0.500 KD. This says of which currency those of the tools are.
  currency text not null check (currency ~ '^[a-z]{3}$')
);
