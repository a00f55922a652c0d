import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { uploadFile } from '#ui/calls/upload.ts'
import { imagesContract } from '../media.contract.ts'
import { problemOfFile } from '../upload.rules.ts'
import { imagesTexts } from '../upload.texts.ts'

export type UploadState = {
  /** The picture that was chosen, as an address of this page alone. */
  preview: string | undefined
  /** The share that is on its way, 0 to 1; undefined while nothing is. */
  share: number | undefined
  problem: string | undefined
  /** Whether the same file may fare better: nothing is wrong with it. */
  canRetry: boolean
  /** For ears: what has just happened. */
  news: string
}

/** Why a file was not taken; nothing where it was, or where somebody cancelled it. */
export type UploadFailure = { problem: string; canRetry: boolean }

const nothing: UploadState = { preview: undefined, share: undefined, problem: undefined, canRetry: false, news: '' }

/**
 * The upload of one picture: chosen, checked, sent, cancelled, tried again. `onUploaded` gets the address; `onBusy`
 * hears whether something is on its way, so that a form can wait.
 */
export function useUpload(onUploaded: (url: string) => void, onBusy: ((isBusy: boolean) => void) | undefined) {
  const [state, setState] = useState(nothing)
  const running = useRef<AbortController>(undefined)
  const lastFile = useRef<File>(undefined)
  const { preview } = state
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  useEffect(() => () => running.current?.abort(), [])

  const change = (part: Partial<UploadState>) => setState(before => ({ ...before, ...part }))
  const send = async (file: File): Promise<UploadFailure | undefined> => {
    running.current?.abort()
    lastFile.current = file
    const problem = problemOfFile(file)
    // A preview of what is no picture would be a broken one.
    if (problem) {
      setState({ ...nothing, problem })
      return { problem, canRetry: false }
    }
    const control = new AbortController()
    running.current = control
    setState({ ...nothing, preview: URL.createObjectURL(file), share: 0 })
    onBusy?.(true)
    try {
      const { data } = await uploadFile(imagesContract.uploadImage, {
        file,
        onProgress: share => change({ share }),
        signal: control.signal,
      })
      change({ share: undefined, news: imagesTexts.uploaded })
      onUploaded(data.url)
      return undefined
    } catch (error) {
      // Cancelled: whoever did so has said what shows now.
      if (control.signal.aborted) return undefined
      const failure = error instanceof CallFailed ? error : undefined
      const canRetry = failure === undefined || failure.status === 0 || failure.status >= 500
      const problem = failure ? problemIn(failure) : kitTexts.unexpected
      change({ share: undefined, problem, canRetry })
      if (!failure) throw error
      return { problem, canRetry }
    } finally {
      if (running.current === control) {
        running.current = undefined
        onBusy?.(false)
      }
    }
  }
  const clear = (news: string) => {
    running.current?.abort()
    setState({ ...nothing, news })
  }
  return {
    ...state,
    send,
    clear,
    /** What was chosen cannot be shown: it is no picture, or one that this browser does not know. */
    dropPreview: () => change({ preview: undefined }),
    retry: () => (lastFile.current ? send(lastFile.current) : undefined),
  }
}

/** The complaint of the field itself says more than that of the whole. */
function problemIn(error: CallFailed): string {
  return error.errors[0]?.message ?? error.message
}
