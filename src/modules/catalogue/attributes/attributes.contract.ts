import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, idPattern, requiredText, storable, wholeNumber, oneLine, mostCharacters, fieldTexts } from '#kernel/fields'
import { areDistinct, attributeKinds, attributeLimits, hasBrackets, hasLetters } from './attributes.rules.ts'
import { attributeProblems, attributeFieldTexts } from './attributes.texts.ts'

/** What tools of a category, and of all below it, can say of themselves. */
export const Attribute = z.object({
  _id: z.string(),
  /** What addresses and calls name it by, made of its name. Its own among the attributes of a tool. */
  slug: z.string(),
  name: z.string(),
  kind: z.enum(attributeKinds),
  /** Of a number; empty where it has none. */
  unit: z.string(),
  choices: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** The category that it belongs to: the one asked for, or one above it. */
  category: z.object({ _id: z.string(), slug: z.string(), fullName: z.string() }),
  version: z.number(),
})
export type Attribute = z.infer<typeof Attribute>

const text = (message: () => string, most: number) =>
  requiredText(message, most).check(
    z.refine(name => name === '' || hasLetters(name), { error: () => attributeFieldTexts.letters }),
  )

const name = text(() => attributeFieldTexts.name, attributeLimits.name).check(
  z.refine(name => !hasBrackets(name), { error: () => attributeFieldTexts.brackets }),
)
const unit = z.optional(
  z.string().check(
    z.trim(),
    mostCharacters(attributeLimits.unit),
    storable,
    oneLine,
    z.refine(unit => !hasBrackets(unit), { error: () => attributeFieldTexts.unitBrackets }),
  ),
)
const choiceName = text(() => attributeFieldTexts.choiceName, attributeLimits.choice)

const choicesMissing = { error: () => attributeFieldTexts.choices }
const choiceTwice = { error: () => attributeFieldTexts.choiceTwice }
const mostChoices = z.maxLength(attributeLimits.choices, {
  error: () => attributeFieldTexts.mostChoices(attributeLimits.choices),
})

/** An attribute as its owner adds it. */
export const NewAttribute = z
  .object({
    name,
    kind: z.enum(attributeKinds, { error: () => attributeFieldTexts.kind }),
    unit,
    choices: z.optional(z.array(choiceName).check(mostChoices, z.refine(areDistinct, choiceTwice))),
  })
  .check(
    z.refine(({ kind, unit }) => !unit || kind === 'number', {
      path: ['unit'],
      error: () => attributeProblems.unitOfNumber,
    }),
    z.refine(({ kind, choices = [] }) => kind !== 'choice' || choices.length > 0, {
      path: ['choices'],
      ...choicesMissing,
    }),
  )

/** What is left out stays as it is. The kind of an attribute does not change. */
export const AttributeChange = z.object({
  name,
  unit,
  /** In their order; `slug` says which one of the choices before it is. One that is left out goes. */
  choices: z.optional(
    z.array(z.object({ slug: z.optional(z.string().check(z.maxLength(200), storable)), name: choiceName })).check(
      z.minLength(1, choicesMissing),
      mostChoices,
      z.refine(choices => areDistinct(choices.map(({ name }) => name)), choiceTwice),
    ),
  ),
  /** The version that was read. */
  version: wholeNumber(() => attributeFieldTexts.version),
  /** How many tools may lose the choice that they have. */
  values: z.optional(wholeNumber()),
})

const ofAttribute = z.object({ id: Id })

export const attributesContract = {
  listAttributes: endpoint('GET /categories/:id/attributes', {
    summary: 'The attributes of the tools in a category: those that it inherits, from the top, then its own.',
    access: 'staff:catalogue',
    params: z.object({ id: Id }),
    answer: z.array(Attribute),
    refusals: ['category-gone'],
  }),
  addAttribute: endpoint('POST /categories/:id/attributes', {
    summary: 'Adds an attribute to the tools in a category and below it, behind those that the category has.',
    access: 'staff:catalogue',
    idempotent: true,
    params: z.object({ id: Id }),
    body: NewAttribute,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['idempotency-key-reused', 'category-gone', 'too-many-attributes'],
  }),
  changeAttribute: endpoint('PUT /attributes/:id', {
    summary: 'Changes an attribute, if nobody else has since `version` was read. Its values stay.',
    access: 'staff:catalogue',
    params: ofAttribute,
    body: AttributeChange,
    answer: z.object({ modifiedCount: z.number(), version: z.number() }),
    refusals: ['attribute-gone', 'changed-meanwhile', 'values-lost'],
  }),
  moveAttribute: endpoint('PUT /attributes/:id/place', {
    summary: 'Moves an attribute among those of its category.',
    access: 'staff:catalogue',
    params: ofAttribute,
    body: z.object({
      /** The one that it stands before then; null for the end. */
      before: z.nullable(
        z.string({ error: () => attributeFieldTexts.place }).check(z.regex(idPattern, { error: () => fieldTexts.id })),
      ),
    }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['attribute-gone'],
  }),
  removeAttribute: endpoint('DELETE /attributes/:id', {
    summary: 'Removes an attribute, and what tools say of it.',
    access: 'staff:catalogue',
    params: ofAttribute,
    query: z.object({
      /** How many tools may lose the value that they have. */
      values: z.optional(wholeNumber()),
    }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['attribute-gone', 'values-lost'],
  }),
}
