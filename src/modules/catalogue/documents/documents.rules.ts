/** What a document says of a tool. */
export const documentKinds = ['data-sheet', 'safety-data-sheet', 'instructions', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** As a sentence says them. */
export const documentKindNames: Record<DocumentKind, string> = {
  'data-sheet': 'a data sheet',
  'safety-data-sheet': 'a safety data sheet',
  instructions: 'instructions',
  other: 'another document',
}

export const documentsOfTool = { most: 12, name: 80 }
