import type { IndexAnswer, IndexQuestion } from './finder.index.ts'
import type { SearchFile } from './finder.synonyms.rules.ts'

/** What the shop and the thread with the index say to each other. */
export type WorkerData = { databaseUrl: string; currency: string; synonyms: SearchFile['synonyms'] }

export type ToWorker = { kind: 'ask'; id: number; question: IndexQuestion } | { kind: 'catch-up'; id: number }

export type FromWorker =
  | { kind: 'ready'; tools: number; milliseconds: number }
  | { kind: 'answer'; id: number; answer: IndexAnswer }
  /** Stale: changes are missing, and the next index will have them. */
  | { kind: 'caught-up'; id: number; isStale: boolean }
  | { kind: 'failure'; id: number; message: string }
  /** A new index should take the place of this one, which goes on answering until then. */
  | { kind: 'stale' }
