import type { IndexQuestion } from './index.ts'
import type { SearchFile } from '../words/synonyms.rules.ts'

/** What the shop and the thread with the index say to each other. */
export type WorkerData = { databaseUrl: string; currency: string; synonyms: SearchFile['synonyms'] }

export type ToWorker =
  | { kind: 'ask'; id: number; question: IndexQuestion }
  | { kind: 'know'; id: number; words: string }
  | { kind: 'catch-up'; id: number }

export type FromWorker =
  | { kind: 'ready'; tools: number; milliseconds: number }
  /** An `IndexAnswer` as JSON: copying its hundred small objects between threads takes three times as long. */
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'known'; id: number; isKnown: boolean }
  /** Behind: there were too many changes to take in, and the next index will have them. */
  | { kind: 'caught-up'; id: number; isBehind: boolean }
  | { kind: 'failure'; id: number; message: string }
  /** From now on some questions have other answers. */
  | { kind: 'changed' }
  /** A new index should take the place of this one, which goes on answering until then. */
  | { kind: 'stale' }
