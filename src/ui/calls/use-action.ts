import { useState } from 'react'
import { kitTexts } from '../kit.texts.ts'
import { CallFailed } from './call-failed.ts'
import { useHoldOpen } from '../controls/dialogs/hold-open.ts'

/**
 * Does what somebody asks for by a button or a form, and keeps why it failed: a sentence for the person, and its code for a
 * screen that knows a way on. What was typed stays with whoever calls this, and a dialog around it stays open until it has ended.
 */
export function useAction() {
  const [failure, setFailure] = useState<{ code: string; message: string }>()
  const [isPending, setPending] = useState(false)
  useHoldOpen(isPending)

  /** The result of `work`; undefined when it failed. `onRefused` puts complaints to their fields. */
  const act = async <T>(
    work: () => Promise<T>,
    onRefused?: (refusal: CallFailed) => void | Promise<void>,
  ): Promise<T | undefined> => {
    setFailure(undefined)
    setPending(true)
    try {
      return await work()
    } catch (error) {
      const refusal = error instanceof CallFailed ? error : undefined
      setFailure({ code: refusal?.code ?? 'unexpected', message: refusal?.message ?? kitTexts.unexpected })
      // Said to the person, and still a bug: the browser reports it.
      if (!refusal) throw error
      await onRefused?.(refusal)
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { act, isPending, failure, problem: failure?.message, forget: () => setFailure(undefined) }
}
