import { expect, it } from 'vitest'
import { type ColumnConcept, columnNames, foldedName, withoutDate } from './column-names.ts'
import { namesOf } from './world-names.ts'

const concepts = Object.keys(columnNames) as ColumnConcept[]

it('are compared as the heads of files are', () => {
  for (const name of concepts.flatMap(namesOf)) expect(foldedName(name)).toBe(name)
})

it('mean one column each, and none of what is known already', () => {
  for (const concept of concepts) {
    const others = new Set(concepts.filter(other => other !== concept).flatMap(other => namesOf(other)))
    const added = namesOf(concept).slice(columnNames[concept].length)
    expect(added.filter(name => others.has(name) || columnNames[concept].includes(name))).toEqual([])
    expect(new Set(added).size).toBe(added.length)
  }
})

it.each([
  ['UVP € 2027', 'UVP €'],
  ['UVP 2027 €', 'UVP €'],
  ['Listenpreis 01/2027', 'Listenpreis'],
  ['Preis ab 1.1.2027', 'Preis'],
  ['Preis gültig ab 01.01.2027', 'Preis'],
  ['Price from 2027-01-01 (EUR)', 'Price (EUR)'],
  ['Price, valid from 1/1/2027', 'Price,'],
  ['Cena od 1.1.27', 'Cena'],
  ['2027 list price', 'list price'],
  ['Tarif au 01-2027', 'Tarif'],
])('a name without the day in it: %s is %s', (head, name) => expect(withoutDate(head)).toBe(name))

it.each([
  '2027',
  '1.1.2027',
  'Preis',
  'Art.-Nr. 20271',
  'DIN 2027-123',
  'Preis 1999',
  'Preis 12/24',
  'V2027',
  'ISO 14.2027.5',
  'Menge ab 10',
])('a name without a day stays: %s', head => expect(withoutDate(head)).toBe(head))
