import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../db/migrations')
/** From here on a release runs on the schema of the next one (decision 54): the files before are those of the first release. */
const first = '0016'
const names = readdirSync(folder).toSorted()

/** What a program that was written before would miss, or be refused by, with how to do it instead. */
const takesAway: [RegExp, string][] = [
  [/\bdrop (table|column|schema|view|type|function)\b/, 'takes away what the last release reads'],
  [/\brename\b/, 'add under the new name, and copy'],
  [/\balter (column )?"?\w+"? (set data )?type\b/, 'add a column of the new type, and copy'],
  [/\bset not null\b/, 'the last release may write nulls'],
  [
    /\badd (column )?(?!constraint\b)"?\w+"? [^,;]*\bnot null\b(?![^,;]*\b(default|generated)\b)(?<!\b(default|generated)\b[^,;]*)/,
    'the last release names no value: give a default',
  ],
  [/\badd constraint\b|\badd (check|unique|foreign|primary|exclude)\b/, 'what the last release writes may break it'],
]

/** Without what is only said, or is the text of a function or of a value. */
const bare = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** Tables that the file makes itself may be made as it likes. */
function faultsOf(text: string): string[] {
  const made = [...bare(text).matchAll(/\bcreate (?:unlogged |temporary )?table (?:if not exists )?([\w."]+)/g)].map(
    ([, name]) => name,
  )
  return bare(text)
    .split(';')
    .filter(statement => !made.some(name => new RegExp(`\\balter table (?:only )?${name} `).test(statement)))
    .filter(statement => !/\bcreate (?:unlogged |temporary )?table\b/.test(statement))
    .flatMap(statement =>
      takesAway.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${why}: ${statement.trim()}`),
    )
}

it.each([
  'drop table tool;',
  'alter table tool drop column name;',
  'alter table tool rename to part;',
  'alter table tool alter column price type numeric;',
  'alter table tool alter column name set not null;',
  'alter table tool add column colour text not null;',
  'alter table tool add column colour text, add weight integer not null;',
  'alter table tool add constraint priced check (price > 0);',
  'alter table tool add check (price > 0);',
])('"%s" takes something away', text => {
  expect(faultsOf(text)).toHaveLength(1)
})

it.each([
  "alter table tool add column colour text not null default 'a; drop table tool';",
  'alter table tool add column colour text default null, add weight integer;',
  'alter table tool add column weight integer not null generated always as (1) stored;',
  'create table crate (id uuid primary key, tool_id uuid not null references tool); alter table crate add check (true);',
  '-- drop table tool\ncreate index tool_colour on tool (colour);',
  'create function f() returns void language sql as $$ drop table tool $$;',
])('"%s" only adds', text => {
  expect(faultsOf(text)).toEqual([])
})

it.each(names.filter(name => name >= first))(
  '%s only adds to what the last release reads, or says by "-- needs MIGRATION" which release does without',
  name => {
    const text = readFileSync(join(folder, name), 'utf8')
    const needs = /^-- needs (\S+)\n/.exec(text)?.[1]
    if (needs === undefined) expect(faultsOf(text)).toEqual([])
    // Of an earlier release: a program that knows it is one that runs beside this.
    else expect(names.filter(earlier => earlier < name)).toContain(needs)
  },
)
