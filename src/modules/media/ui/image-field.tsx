import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { pictureTypes } from '../upload.rules.ts'
import { imagesTexts } from '../upload.texts.ts'
import styles from './image-field.module.css'
import { useUpload } from './use-upload.ts'

type ImageFieldProps = {
  label: string
  /** The address that the image host gave; undefined while there is none. */
  value: string | undefined
  onChange: (url: string | undefined) => void
  /** What the form says of it: "image is required". */
  error?: string | undefined
  hint?: string | undefined
  optional?: boolean
  /** Hears whether an upload is on its way: the form waits for it. */
  onBusy?: (isBusy: boolean) => void
}

/**
 * Chooses a picture, shows it, and uploads it at once: by button, by keyboard, or dropped. The form gets its address.
 * Its size never changes, so that nothing around it moves.
 */
export function ImageField({ label, value, onChange, error, hint, optional = false, onBusy }: ImageFieldProps) {
  const upload = useUpload(onChange, onBusy)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // A form that has been cleared shows nothing of the last picture.
  const { preview, share, clear } = upload
  const isStale = value === undefined && preview !== undefined && share === undefined && upload.problem === undefined
  useEffect(() => {
    if (isStale) clear('')
  }, [isStale, clear])
  const shown = preview ?? (value && pathFrom(value))
  const choose = () => input.current?.click()
  const stop = (news: string) => {
    clear(news)
    input.current?.focus()
  }
  return (
    <Field id={id} label={label} hint={hint ?? imagesTexts.hint} error={upload.problem ?? error} optional={optional}>
      {wiring => (
        <DropZone onFiles={([file]) => void (file && upload.send(file))}>
          <div className={styles.preview}>
            {shown ? (
              <img
                src={shown}
                alt={imagesTexts.previewOf(label)}
                className={styles.picture}
                onError={upload.dropPreview}
              />
            ) : (
              <Icon name="image-up" size={32} />
            )}
          </div>
          <div className={styles.side}>
            <input
              {...wiring}
              ref={input}
              type="file"
              accept={pictureTypes.join(',')}
              className={styles.input}
              onChange={event => {
                const [file] = event.target.files ?? []
                // The same file may be chosen again after it was mended.
                event.target.value = ''
                if (file) void upload.send(file)
              }}
            />
            {share === undefined ? (
              <Actions
                hasPicture={shown !== undefined}
                canRetry={upload.canRetry}
                onChoose={choose}
                onRetry={() => void upload.retry()}
                onRemove={() => {
                  stop(imagesTexts.removed)
                  onChange(undefined)
                }}
              />
            ) : (
              <Progress label={label} share={share} onCancel={() => stop(imagesTexts.cancelled)} />
            )}
            <p role="status" className="visually-hidden">
              {upload.news}
            </p>
          </div>
        </DropZone>
      )}
    </Field>
  )
}

/** The picture as this page sees it: its host may be known to it by another name. */
function pathFrom(url: string): string {
  const address = URL.parse(url)
  return address?.pathname.startsWith('/images/') ? address.pathname : url
}

export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // A mouse's way beside the button that everyone has.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file input inside does the same by keyboard
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

type ActionsProps = {
  hasPicture: boolean
  canRetry: boolean
  onChoose: () => void
  onRetry: () => void
  onRemove: () => void
}

/** The file input beside them is what the keyboard reaches first; these say its verbs to the eye and the mouse. */
function Actions({ hasPicture, canRetry, onChoose, onRetry, onRemove }: ActionsProps) {
  return (
    <div className={styles.actions}>
      {canRetry && (
        <Button size="small" variant="plain" onClick={onRetry}>
          {imagesTexts.retry}
        </Button>
      )}
      <span className={styles.choose} aria-hidden="true">
        <Button size="small" variant="quiet" tabIndex={-1} onClick={onChoose}>
          {hasPicture ? imagesTexts.replace : imagesTexts.choose}
        </Button>
      </span>
      {hasPicture ? (
        <Button size="small" variant="quiet" onClick={onRemove}>
          {imagesTexts.remove}
        </Button>
      ) : (
        <span className={styles.drop}>{imagesTexts.dropHint}</span>
      )}
    </div>
  )
}

/** How far it is; when all is sent, the shop still looks at it. */
export function Progress({ label, share, onCancel }: { label: string; share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100)
  const words = percent < 100 ? imagesTexts.uploading(percent) : imagesTexts.checking
  return (
    <div className={styles.progress}>
      <progress
        max={100}
        value={percent}
        aria-label={imagesTexts.progress(label)}
        aria-valuetext={words}
        className={styles.bar}
      />
      <div className={styles.row}>
        <span>{words}</span>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {imagesTexts.cancel}
        </Button>
      </div>
    </div>
  )
}
