import { sql } from 'kysely'
import type { TestShop } from '../harness.ts'

/**
 * A catalogue of the size at which plans are those of a large shop: the database makes it, so it takes a second or two.
 * Tool n has the numbers `LC00000n`, `O-n-7` of a car maker, and `X-n` of another brand; every tenth was replaced by its
 * successor. Fitment goes over all vehicles.
 */
export async function fillLargeCatalogue(shop: Pick<TestShop, 'db'>, tools = 20_000): Promise<void> {
  await shop.db.transaction().execute(async db => {
    // Triggers note each tool for the search index, one by one: it reads everything anyway when it starts.
    await sql`alter table tool disable trigger user`.execute(db)
    await sql`insert into data_source (name, dated) values ('Large file', '2026-01-02')`.execute(db)
    await sql`insert into brand (id, name) select gen_random_uuid(), 'Brand ' || n from generate_series(1, 40) n`.execute(
      db,
    )
    await sql`insert into category (id, slug, name)
      select gen_random_uuid(), 'kind-' || n, 'Kind ' || n from generate_series(1, 30) n`.execute(db)
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number, brand_id, category_id)
      select gen_random_uuid(), 'Part ' || n || ' of steel', 'Made for tests of many.', 100 + n % 9000, n % 50, 1,
        'LC' || lpad(n::text, 7, '0'), (array(select id from brand where name like 'Brand %'))[1 + n % 40],
        (array(select id from category where slug like 'kind-%'))[1 + n % 30]
      from generate_series(1, ${tools}::integer) n`.execute(db)
    await sql`alter table tool enable trigger user`.execute(db)
    await sql`
      insert into part_number (tool_ordinal, kind, value, brand, source_id)
      select ordinal, kind, value, number_brand, case when kind = 'own' then null else data_source.id end
      from tool join brand on brand.id = brand_id cross join data_source
        cross join lateral (values ('own', part_number, brand.name), ('oem', 'O-' || ordinal || '-7', 'Maker'),
          ('interchange', 'X-' || ordinal, 'Other'), ('gtin', lpad(ordinal::text, 14, '0'), null)
        ) number (kind, value, number_brand)
      where part_number like 'LC%' and data_source.name = 'Large file'`.execute(db)
    await sql`
      insert into supersession (brand, old_number, new_number, source_id)
      select brand.name, part_number, 'LC' || lpad((right(part_number, 7)::integer + 40)::text, 7, '0'), data_source.id
      from tool join brand on brand.id = brand_id cross join data_source
      where part_number like 'LC%' and ordinal % 3 = 0 and data_source.name = 'Large file'`.execute(db)
    await fillVehicles(db, tools)
  })
  await sql`analyze`.execute(shop.db)
}

async function fillVehicles(db: TestShop['db'], tools: number): Promise<void> {
  await sql`insert into make (name) select 'Make ' || n from generate_series(1, 40) n`.execute(db)
  await sql`insert into model (make_id, name)
    select id, 'Model ' || make.name || n from make cross join generate_series(1, 15) n where name like 'Make %'`.execute(
    db,
  )
  await sql`insert into engine (name) select n || '.0 L' from generate_series(1, 3) n on conflict do nothing`.execute(
    db,
  )
  await sql`insert into vehicle (year, model_id)
    select year, model.id from model cross join generate_series(2000, 2015) year where name like 'Model Make%'`.execute(
    db,
  )
  await sql`insert into vehicle (year, model_id, engine_id, base_id)
    select year, model_id, engine.id, vehicle.id
    from vehicle join model on model.id = model_id cross join engine
    where model.name like 'Model Make%' and engine.name like '_.0 L'`.execute(db)
  await sql`
    insert into fitment (vehicle_id, tool_ordinal, fits, quantity, conditions, source_id)
    select vehicle.id, tool.ordinal, n <> 3, 1,
      case when n = 2 then '[{"name": "Submodel", "value": "GLS"}]'::jsonb end, data_source.id
    from generate_series(1, 5) n cross join tool cross join data_source
      join lateral (select min(id) as first, count(*) as count from vehicle) every on true
      join vehicle on vehicle.id = every.first + (tool.ordinal::bigint * 7 + n * 4001) % every.count
    where data_source.name = 'Large file' and tool.ordinal <= ${tools}`.execute(db)
}
