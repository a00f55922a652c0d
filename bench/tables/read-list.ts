import { stat } from 'node:fs/promises'
import { openTable } from '#kernel/tables/read-table'
import { tableAt } from '#platform/files/tables'
import { bytesOf } from '../../src/modules/imports/files/file.server.ts'
import { readImportTable } from '../../src/modules/imports/files/table.server.ts'

/** Reads the list of parts at the path that it is given, as an import does, and prints what that took as JSON. */
const path = process.argv[2] ?? ''
const { size } = await stat(path)
const file = { name: 'list', path, bytes: size }
const begun = performance.now()
await using open = tableAt(path, () => bytesOf(file))
const table = await openTable(open.source)
const reading = { currency: 'eur', locale: 'en', choices: {}, onFacts: () => undefined, onRead: () => undefined }
let rows = 0
for await (const batch of readImportTable(table, reading)) rows += batch.rows.length
const { user, system } = process.cpuUsage()
console.log(
  JSON.stringify({
    rows,
    seconds: (performance.now() - begun) / 1000,
    processorSeconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  }),
)
