import { expect } from 'vitest'

/** Standard error on which nothing went wrong: events of security alone may stand there (docs/security-log.md). */
export const quiet: unknown = expect.stringMatching(/^(?:\{[^\n]*"security":[^\n]*\}\n)*$/)
