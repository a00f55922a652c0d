import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StartupProblem } from '#platform/startup'
import { synonymsOf } from './synonyms.rules.ts'
import { readSynonyms } from './synonyms.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-search-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function refusalOf(content: string): Promise<string> {
  const file = join(folder, 'search.json')
  await writeFile(file, content)
  const refusal: unknown = await readSynonyms(file).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupProblem)
  return refusal instanceof Error ? refusal.message.replace(folder, '') : ''
}

it('reads the shop’s own synonyms: sixty groups and more', async () => {
  const groups = await readSynonyms(join(import.meta.dirname, '../../../../content/search.json'))
  expect(groups.length).toBeGreaterThan(60)
  const { byPhrase } = synonymsOf(groups)
  expect(byPhrase.get('spanner')).toContainEqual(['wrench'])
  expect(byPhrase.get('shock absorber')).toContainEqual(['damper'])
})

it('says where a file is wrong', async () => {
  expect(await refusalOf('{"synonyms": [["disc"]]}')).toContain(
    'synonyms.0: A group has at least two words or phrases.',
  )
  expect(await refusalOf('{"synonyms": [["disc", "Discs"]]}')).toContain('synonyms.0: "Discs" stands there twice')
  expect(await refusalOf('{"synonyms": [["disc", "--"]]}')).toContain('"--" has no word in it')
  expect(await refusalOf('{"synonym": []}')).toContain('cannot be used')
  expect(await refusalOf('{')).toContain('cannot be used')
})
