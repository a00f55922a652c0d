import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { callFor } from '../measure/rounds.ts'

/** A process that does nothing but check passwords, as the identity library does it: what a sign-in cannot be faster than. */
const password = 'a long bench password'
const hash = await hashPassword(password)

process.on('message', (asked: { durationMs: number; callers: number }) => {
  void callFor(asked.durationMs, asked.callers, () => verifyPassword({ hash, password })).then(round =>
    process.send?.(round),
  )
})
process.send?.('ready')
