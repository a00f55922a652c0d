import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { traceOfLine } from './log/tracing.server.ts'

export type Log = Logger

/**
 * The log of one process: a line of JSON an event, on standard error, so that standard output stays for the operator.
 * Secrets never enter it: headers and bodies are not logged, and what must not leak is cut here as well.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ dest: 2, sync: false })
  // Where nobody reads any more (a closed terminal, a broken pipe) there is nothing to tell, and no reason to end.
  destination.on('error', () => undefined)
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      base: null,
      mixin: traceOfLine,
      serializers: { error: stdSerializers.err },
      redact: ['*.authorization', '*.cookie', '*.password', '*.token', '*.clientSecret'],
    },
    destination,
  )
}
