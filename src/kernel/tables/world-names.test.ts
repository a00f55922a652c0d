import { expect, it } from 'vitest'
import { type ColumnConcept, columnNames, foldedName } from './column-names.ts'
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
