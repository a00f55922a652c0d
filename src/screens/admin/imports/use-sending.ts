import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#ui/calls/call.ts'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { type ImportInput, type ImportProfile, importsContract } from '#contracts/imports'
import { importsTexts as texts } from '#texts/imports'
import { act, sendFiles } from './send-files.ts'
import { keepSent } from './sent-files.ts'

/** Sends the files, then begins the import; what was typed stays after a failure. Leaving the page stops it. */
function useSending() {
  const navigate = useNavigate()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  const send = async (input: ImportInput, files: readonly File[]) => {
    const control = new AbortController()
    const { signal } = control
    running.current = control
    setProblem(undefined)
    setShare(0)
    try {
      const uploads = await sendFiles(files, { onProgress: setShare, signal })
      const { insertedId: id } = await call(importsContract.beginImport, { body: { ...input, files: uploads } })
      // Stopped after the last piece had gone: nobody waits for this import.
      if (signal.aborted) await act.cancel(id)()
      else {
        keepSent({ id, files, input })
        await navigate(`/dashboard/imports/${id}`)
      }
    } catch (error) {
      if (signal.aborted) return
      setProblem(error instanceof CallFailed ? error.message : kitTexts.unexpected)
      if (!(error instanceof CallFailed)) throw error
    } finally {
      if (running.current === control) setShare(undefined)
    }
  }
  return { send, stop, share, problem }
}

/** Also sends without being asked to, and tells so; whoever says something else then has stopped it. */
export function useOwnSending() {
  const { stop, ...sending } = useSending()
  const isOwn = useRef(false)
  const [notice, setNotice] = useState('')
  /** `profile`: of the source as whose last list it is read. */
  const byItself = async ({ source, full }: ImportProfile, check: () => Promise<void>) => {
    isOwn.current = true
    setNotice(`${texts.checkedAlike(source)}${full ? ` ${texts.countsAsAll}` : ''}`)
    await check()
    isOwn.current = false
  }
  const stopOwn = () => {
    if (!isOwn.current) return
    isOwn.current = false
    stop()
    setNotice(texts.stopped)
  }
  const forget = () => {
    stopOwn()
    setNotice('')
  }
  return { ...sending, notice, byItself, stopOwn, forget }
}
