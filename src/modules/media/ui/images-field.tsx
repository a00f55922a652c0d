import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { pictureTypes } from '../upload.rules.ts'
import { imagesTexts } from '../upload.texts.ts'
import { DropZone, Progress } from './image-field.tsx'
import styles from './image-field.module.css'
import { type UploadFailure, useUpload } from './use-upload.ts'

type ImagesFieldProps = {
  label: string
  /** How many more may be added, and what to say of those beyond. */
  room: number
  full: string
  /** Hears the address of each, one after the other, in the order in which they were chosen. */
  onUploaded: (url: string) => void
  error?: string | undefined
  hint?: string | undefined
  /** Hears whether uploads are on their way: the form waits for them. */
  onBusy: (isBusy: boolean) => void
  /** What is there already. */
  children: ReactNode
}

/** Adds pictures to those that are there, several at once: by button, by keyboard, or dropped. One that fails stops no other. */
export function ImagesField({ label, room, full, onUploaded, error, hint, onBusy, children }: ImagesFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { add, cancel, retry, failed, share, news } = useUploads(onUploaded, onBusy)
  const [isOver, setOver] = useState(false)
  const send = (files: File[]) => {
    setOver(files.length > room)
    void add(files.slice(0, room))
  }
  const problems = failed.map(({ file, problem }) => imagesTexts.failed(file.name, problem))
  if (isOver) problems.push(full)
  return (
    <Field id={id} label={label} hint={hint} error={problems.join(' ') || error}>
      {wiring => (
        <>
          {children}
          <DropZone onFiles={send}>
            <div className={styles.preview}>
              <Icon name="image-up" size={32} />
            </div>
            <div className={styles.side}>
              <input
                {...wiring}
                ref={input}
                type="file"
                multiple
                accept={pictureTypes.join(',')}
                className={styles.input}
                onChange={event => {
                  const files = [...(event.target.files ?? [])]
                  // The same file may be chosen again after it was mended.
                  event.target.value = ''
                  send(files)
                }}
              />
              {share === undefined ? (
                <div className={styles.actions}>
                  {failed.some(({ canRetry }) => canRetry) && (
                    <Button size="small" variant="plain" onClick={() => void retry()}>
                      {imagesTexts.retry}
                    </Button>
                  )}
                  <span className={styles.choose} aria-hidden="true">
                    <Button size="small" variant="quiet" tabIndex={-1} onClick={() => input.current?.click()}>
                      {imagesTexts.chooseSeveral}
                    </Button>
                  </span>
                  <span className={styles.drop}>{imagesTexts.dropSeveralHint}</span>
                </div>
              ) : (
                <Progress
                  label={label}
                  share={share}
                  onCancel={() => {
                    cancel()
                    input.current?.focus()
                  }}
                />
              )}
              <p role="status" className="visually-hidden">
                {news}
              </p>
            </div>
          </DropZone>
        </>
      )}
    </Field>
  )
}

/** Files on their way, one after the other: the shop decodes one picture of an account at a time. */
function useUploads(onUploaded: (url: string) => void, onBusy: (isBusy: boolean) => void) {
  const { send, clear, share, news } = useUpload(onUploaded, undefined)
  const [failed, setFailed] = useState<(UploadFailure & { file: File })[]>([])
  const waiting = useRef<File[]>([])
  const isRunning = useRef(false)
  const forget = () => void (waiting.current = [])
  useEffect(() => forget, [])

  const add = async (files: readonly File[]) => {
    waiting.current.push(...files)
    if (isRunning.current) return
    isRunning.current = true
    setFailed([])
    onBusy(true)
    try {
      for (let file = waiting.current.shift(); file; file = waiting.current.shift()) {
        const sent = file
        const failure = await send(sent)
        if (failure) setFailed(before => [...before, { ...failure, file: sent }])
      }
    } finally {
      isRunning.current = false
      onBusy(false)
    }
  }
  return {
    add,
    failed,
    share,
    news,
    retry: () => add(failed.filter(({ canRetry }) => canRetry).map(({ file }) => file)),
    cancel: () => {
      forget()
      clear(imagesTexts.cancelled)
    },
  }
}
