import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { DocumentKind } from '#rules/content'
import type { EntryField } from './content.texts.ts'

const text: EntryField = {
  kind: 'text',
  name: 'text',
  label: 'Text',
  rows: 20,
  hint: 'An empty line between paragraphs. A line that begins with ## is a heading, one with - a point of a list. Words between two backticks, and lines between two lines of three backticks, are code.',
}

/** Every sentence of the screens on which owners write pages and articles. */
export const documentsTexts = texts('screens.documents', {
  title: 'Pages and blog',
  lead: 'The short pages behind the footer, and the articles of the blog. A change is shown to the next visitor.',
  failed: 'The pages could not be loaded',
  documentFailed: 'The page could not be loaded',
  gone: 'There is no such page',
  goneNext: 'It may have been removed. The list has those that exist.',
  back: 'Back to the list',
  wordsOf: (title: string) => sentence`The words of ${title}`,
  edit: 'Edit',
  editNamed: (title: string) => sentence`Edit ${title}`,
  remove: 'Remove',
  removeNamed: (title: string) => sentence`Remove ${title}`,
  removeQuestion: (title: string) => sentence`Remove ${title}?`,
  removeText: (path: string) => `Visitors will no longer find anything at ${path}.`,
  removeLinked:
    'The home page or the footer has a link to it. That link, or the offer it stands in, is no longer shown.',
  removeBack: 'You can undo this in the list of changes.',
  removed: (title: string) => sentence`${title} is removed.`,
  bringBack: 'Bring back',
  bringBackNamed: (title: string) => sentence`Bring back ${title}`,
  broughtBack: (title: string) => sentence`${title} is back.`,
  own: 'Your words',
  original: 'Original',
  isRemoved: 'Removed',
  see: 'See it in the shop',
  address: 'Address',
  addressHint: (path: string) =>
    `It will be found at ${path}. Small letters, digits and single hyphens; it stays as it is.`,
  badAddress: 'Use small letters, digits and single hyphens, at most 80 characters.',
  linkHint: 'To lead there from the footer, add a link to it under Home and footer.',
  added: (title: string) => sentence`${title} is added.`,
})

type Kind = {
  title: string
  add: string
  none: string
  /** What its address begins with. */
  path: string
  /** The field that names it. */
  named: string
  fields: readonly EntryField[]
}

export const documentKindTexts = texts<Record<DocumentKind, Kind>>('screens.documentKind', {
  page: {
    title: 'Pages',
    add: 'Add a page',
    none: 'The shop has no pages.',
    path: '/pages/',
    named: 'title',
    fields: [
      { kind: 'line', name: 'title', label: 'Title' },
      { kind: 'text', name: 'summary', label: 'What it says, in one sentence', rows: 2 },
      text,
    ],
  },
  article: {
    title: 'Articles of the blog',
    add: 'Add an article',
    none: 'The blog has no articles.',
    path: '/blog/',
    named: 'question',
    fields: [
      { kind: 'line', name: 'question', label: 'Question' },
      { kind: 'line', name: 'topic', label: 'Topic' },
      { kind: 'text', name: 'answer', label: 'The short answer', rows: 3 },
      text,
    ],
  },
})
