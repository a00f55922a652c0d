/** What a document says of a tool. */
export const documentKinds = ['data-sheet', 'safety-data-sheet', 'instructions', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentsOfTool = { most: 12, name: 80 }
