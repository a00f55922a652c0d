import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { type ImportRow, readImport } from '../../src/modules/imports/row.server.ts'
import { type ImportOptions as ImportInput } from '../../src/modules/imports/row.server.ts'
import { type Importer, beginImport, stageImport } from '../../src/modules/imports/preview/stage.server.ts'
import { commitImport } from '../../src/modules/imports/commit/commit.server.ts'
import type { TestShop } from '../harness.ts'

export const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)

/** What imports need of a shop. */
export const importerOf = (shop: Pick<TestShop, 'system' | 'pool'>): Importer => ({ ctx: shop.system, pool: shop.pool })

/** A file to import, with these lines or bytes in it. It goes when the run ends. */
export async function fileWith(content: string | Uint8Array, name = 'file.csv'): Promise<string> {
  const path = join(await mkdtemp(join(inject('runFolder'), 'import-')), name)
  await writeFile(path, content)
  return path
}

export type StageOptions = ImportInput & { source?: string }

/** Reads files and works out the preview, as command and page do. */
export async function stageFiles(importer: Importer, paths: string[], given: StageOptions = {}): Promise<ImportRow> {
  const { source = 'test', ...options } = given
  const files = await Promise.all(
    paths.map(async path => ({ name: path.split('/').at(-1) ?? '', path, bytes: (await stat(path)).size })),
  )
  const { id } = await beginImport(importer.ctx, { files, options, source, origin: 'command' })
  await stageImport(importer, id)
  return readImport(importer.ctx, { id })
}

/** Reads and commits; an import of which nothing can go in is refused, and stays so. */
export async function importFiles(importer: Importer, paths: string[], options: StageOptions = {}): Promise<ImportRow> {
  const staged = await stageFiles(importer, paths, options)
  if (staged.state === 'refused') return staged
  if (staged.state !== 'staged') throw new Error(`not staged: ${staged.failure}`)
  return commitImport(importer, staged.id)
}

export const problemsOf = async ({ ctx }: Importer, row: ImportRow) =>
  (
    await sql<{ line: number; record: string; field: string; code: string; value: string; times: number }>`
    select line, record, field, code, value, times from import_problem where import_id = ${row.id} order by n`.execute(
      ctx.db,
    )
  ).rows

/** Everything that an import may touch, as it is: two of these are the same where nothing has changed. */
export async function catalogueNow({ ctx }: Importer): Promise<unknown> {
  const { rows } = await sql`
    select
      (select jsonb_agg(to_jsonb(t) - array['version', 'updated_at'] order by t.ordinal) from tool t where archived_at is null) as tools,
      (select jsonb_agg(to_jsonb(f) order by f.id) from fitment f) as fitment,
      (select jsonb_agg(to_jsonb(n) order by n.id) from part_number n
        where exists (select from tool where ordinal = n.tool_ordinal and archived_at is null) and n.kind <> 'own') as numbers,
      (select jsonb_agg(to_jsonb(s) order by s.id) from supersession s) as replaced,
      (select jsonb_agg(to_jsonb(a) order by a.system, a.external_id) from vehicle_alias a) as aliases,
      (select jsonb_agg(to_jsonb(u) order by u.id) from unresolved_fitment u) as unresolved`.execute(ctx.db)
  return rows[0]
}
