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

/** Tables that stay small in every shop: what somebody puts in by hand, one by one. */
const small =
  /^(account_role|attribute|brand|category|company|content_entry|customer_group|price_list|price_rule|setting|shop_fact)$/

/** What keeps whoever reads or writes a large table waiting, with how to do it instead. */
const holdsUp: [RegExp, string][] = [
  [
    /\balter table (?:only )?(\S+) .*\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    'reads every row under a lock: add it not valid, and validate it in the next file',
  ],
  [
    /\balter table (?:only )?(\S+) .*\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/,
    'makes an index under a lock: make a unique index concurrently',
  ],
  [
    /\balter table (?:only )?(\S+) .*\bstored\b/,
    'writes every row anew under a lock: let who writes fill a plain column',
  ],
  [/\bcreate (?:unique )?index (?!concurrently\b)\S+ on (?:only )?(\S+)/, 'writes wait for it: make it concurrently'],
]

/** What makes an index concurrently does nothing else, and can be done once more where it was broken off. */
const indexAlone =
  /^(?: ?drop index concurrently if exists (\S+); create (?:unique )?index concurrently \1 on [^;]*;)+$/

/** Without what is only said, or is the text of a function or of a value. */
const bare = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** Statements about tables that are there: those that the file makes itself it may make as it likes. */
function statementsOf(text: string): string[] {
  const made = [...bare(text).matchAll(/\bcreate (?:unlogged |temporary )?table (?:if not exists )?([\w."]+)/g)].map(
    ([, name]) => name,
  )
  return bare(text)
    .split(';')
    .filter(
      statement =>
        !made.some(name => new RegExp(`\\b(?:alter table (?:only )?|index \\S+ on )${name} `).test(statement)),
    )
    .filter(statement => !/\bcreate (?:unlogged |temporary )?table\b/.test(statement))
}

const faultsOf = (text: string) =>
  statementsOf(text).flatMap(statement =>
    takesAway.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${why}: ${statement.trim()}`),
  )

function delaysOf(text: string): string[] {
  if (/\bconcurrently\b/.test(bare(text)) && !indexAlone.test(bare(text).trim()))
    return [
      'to be done once more, a file with such an index has nothing but "drop index concurrently if exists" before it',
    ]
  return statementsOf(text).flatMap(statement =>
    holdsUp.flatMap(([pattern, why]) => {
      const table = pattern.exec(statement)?.[1]
      return table === undefined || small.test(table) ? [] : `${why}: ${statement.trim()}`
    }),
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

it.each([
  'alter table tool add constraint priced check (price > 0);',
  'alter table tool add foreign key (maker_id) references maker;',
  'alter table tool add unique (part_number);',
  'alter table tool add column colour text, add column shade text generated always as (lower(colour)) stored;',
  'create index tool_colour on tool (colour);',
  'create index concurrently tool_colour on tool (colour);',
  'drop index concurrently if exists tool_colour; create index concurrently tool_colours on tool (colour);',
  'drop index concurrently if exists tool_colour; create index concurrently tool_colour on tool (colour); select 1;',
])('"%s" holds others up', text => {
  expect(delaysOf(text)).toHaveLength(1)
})

it.each([
  'alter table tool add constraint priced check (price > 0) not valid;',
  'alter table tool validate constraint priced;',
  'alter table category add check (position >= 0);',
  'create index category_position on category (position);',
  'create table crate (id uuid primary key, size text); create index crate_size on crate (size);',
  '-- found by colour\ndrop index concurrently if exists tool_colour;\ncreate index concurrently tool_colour on tool (colour);\n',
])('"%s" holds nobody up', text => {
  expect(delaysOf(text)).toEqual([])
})

const released = names.filter(name => name >= first)

it.each(released)('%s keeps nobody waiting who reads or writes a large table', name => {
  expect(delaysOf(readFileSync(join(folder, name), 'utf8'))).toEqual([])
})

it('has one file for a number', () => {
  const numbers = names.map(name => /^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1])
  expect(new Set(numbers).size).toBe(names.length)
  expect(numbers).not.toContain(undefined)
})

it.each(released)(
  '%s only adds to what the last release reads, or says by "-- needs MIGRATION" which release does without',
  name => {
    const text = readFileSync(join(folder, name), 'utf8')
    const needs = /^-- needs (\S+)\n/.exec(text)?.[1]
    if (needs === undefined) expect(faultsOf(text)).toEqual([])
    // Of an earlier release: a program that knows it is one that runs beside this.
    else expect(names.filter(earlier => earlier < name)).toContain(needs)
  },
)
