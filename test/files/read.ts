import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TableChoices } from '#kernel/tables/read-table'
import { type Batch, emptyBatch } from '../../src/modules/imports/files/table.server.ts'
import { fileAt } from '../../src/modules/imports/files/file.server.ts'
import { type FileFacts, type Reading, readFile } from '../../src/modules/imports/files/read.server.ts'
import { FileProblem, type Problem } from '../../src/modules/imports/import.rules.ts'

/** The rows and problems, what it says of itself, and the codes of brands of a file with this content, or what is wrong with it as a whole. */
export async function read(
  content: string | Uint8Array,
  name = 'file',
  choices: TableChoices = {},
): Promise<
  Pick<Batch, 'rows' | 'problems' | 'named'> & { broken?: Problem; facts?: FileFacts; brands: (string | undefined)[] }
> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tappet-file-'))
  const path = join(folder.path, 'file')
  await writeFile(path, content)
  const all: Batch & { facts?: FileFacts; brands: (string | undefined)[] } = { ...emptyBatch(), brands: [] }
  try {
    const reading: Reading = {
      currency: 'usd',
      locale: 'en',
      choices,
      brandOf({ code }) {
        all.brands.push(code)
        return 'Acme'
      },
      onRead: () => undefined,
      onFacts: facts => void (all.facts = facts),
    }
    for await (const batch of readFile(await fileAt(path, name), reading)) {
      all.rows.push(...batch.rows)
      all.problems.push(...batch.problems)
      all.named.push(...batch.named)
    }
    return all
  } catch (error) {
    if (error instanceof FileProblem) return { ...all, broken: error.problem }
    throw error
  }
}

export const app = (inside: string, id = '7') => `<App action="A" id="${id}">${inside}</App>`
export const plain = '<BaseVehicle id="5"/><Qty>2</Qty><PartType id="1"/><Position id="22"/><Part>A-1</Part>'
export const aces = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>\n${inside}</ACES>`
