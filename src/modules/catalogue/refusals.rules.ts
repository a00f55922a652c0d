import { type RefusalTable, refusing } from '#kernel/refusals'
import { attributeLimits } from './attributes/attributes.rules.ts'
import { categoryLimits } from './categories/categories.rules.ts'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const catalogueRefusals = texts('catalogue.refusals', {
  'tool-gone': { status: 404, title: 'No longer sold', message: 'This tool is no longer sold.' },
  'tool-edit-gone': { status: 404, title: 'No such edit', message: 'There is no such edit.' },
  'tool-edit-not-ready': {
    status: 409,
    title: 'Not now',
    message: 'This edit is being worked on, or has ended. Reload the page to see how it stands.',
  },
  'category-gone': { status: 404, title: 'No such category', message: 'This category no longer exists.' },
  'category-unclear': {
    status: 400,
    title: 'Which category?',
    message: ({ slug }) =>
      `The addresses of several categories end with “${slug}”. Write the whole path of the one that is meant, such as brakes/discs.`,
  },
  'category-in-use': {
    status: 409,
    title: 'Category in use',
    message: ({ tools, categories }) =>
      tools === 0
        ? `There ${categories === 1 ? 'is a category' : `are ${categories} categories`} in this category. Say where they go.`
        : tools === 1
          ? 'There is a tool in this category. Say where it goes.'
          : `There are ${tools} tools in this category. Say where they go.`,
  },
  'category-priced': {
    status: 409,
    title: 'Price lists need it',
    message: ({ category, lists, count }) =>
      count === 1
        ? `A price list takes something off “${category}”: ${lists}. Take that out of it first.`
        : `Price lists take something off “${category}”: ${lists}. Take that out of them first.`,
  },
  'too-many-categories': {
    status: 409,
    title: 'Too many categories',
    message: `The shop can have ${categoryLimits.all} categories. Remove some first.`,
  },
  'attribute-gone': { status: 404, title: 'No such attribute', message: 'This attribute no longer exists.' },
  'too-many-attributes': {
    status: 409,
    title: 'Too many attributes',
    message: `A category can have ${attributeLimits.own} attributes of its own, the shop ${attributeLimits.all}. Remove some first.`,
  },
  'values-lost': {
    status: 409,
    title: 'Values would be lost',
    message: ({ tools }) =>
      tools === 1
        ? 'A tool has a value that would be lost. Say so again to go on.'
        : `There are ${tools} tools with a value that would be lost. Say so again to go on.`,
  },
  'brand-gone': { status: 404, title: 'No such brand', message: 'This brand no longer exists.' },
  'not-a-zip': {
    status: 415,
    title: 'Not a ZIP',
    message: 'This file is not a ZIP, or it is incomplete. Pack the pictures again.',
  },
  'zip-too-large': {
    status: 422,
    title: 'Too much in it',
    message: ({ entries }) => `A ZIP can hold at most ${entries} files and 1 GB. Split it into several.`,
  },
  'picture-batch-gone': { status: 404, title: 'No such pictures', message: 'There is no such ZIP of pictures.' },
  'picture-batch-not-ready': {
    status: 409,
    title: 'Not now',
    message:
      'These pictures are being worked on, or have already been dealt with. Reload the page to see how they stand.',
  },
  'document-there': {
    status: 409,
    title: 'There already',
    message: ({ kind, name }) =>
      `This tool has the same file already, as ${String(kind)}${name ? ` (“${String(name)}”)` : ''}. Remove that one first, or choose another file.`,
  },
  'too-many-documents': {
    status: 409,
    title: 'Too many documents',
    message: ({ most }) => `A tool has at most ${most} documents. Remove one first.`,
  },
  'stock-held': {
    status: 409,
    title: 'Held by orders',
    message: ({ available }) =>
      available === 0
        ? 'Orders hold every unit of this tool, so none can be taken out.'
        : `Orders hold the other units. Take out ${available} at most.`,
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(catalogueRefusals)
