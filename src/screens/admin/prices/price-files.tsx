import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PriceFile, PriceListWithRules } from '#contracts/pricing'
import { priceFilesContract } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { isPriceFileWorking, priceFile as limits } from '#rules/pricing'
import { call } from '#ui/calls/call.ts'
import { uploadFile } from '#ui/calls/upload.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { tableFileTypes, useTableChoices } from '#ui/controls/tables/use-table-choices.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { PriceFilePreview } from './price-file-preview.tsx'
import { usePriceFiles, useRefreshPrices } from './price-queries.ts'
import { priceFilesTexts as texts } from './price-files.texts.ts'
import styles from './prices.module.css'

/** Prices by a CSV file: sent, looked at, taken in once, and taken back while it is the last one. */
export function PriceFiles({ list }: { list: PriceListWithRules }) {
  const { locale } = useShop()
  const files = usePriceFiles(list._id)
  const refresh = useRefreshPrices()
  const all = files.data ?? []
  const [last] = all
  const working = all.filter(({ state }) => isPriceFileWorking(state))
  const failed = last?.state === 'failed' ? last : undefined
  const done = all.filter(file => file !== failed && file.state !== 'planned' && !isPriceFileWorking(file.state))
  const planned = all.find(({ state }) => state === 'planned')
  useEnds(all, () => refresh(list._id))
  return (
    <section className={styles.part}>
      <SectionTitle>{texts.title}</SectionTitle>
      <p className={styles.soft}>{texts.lead(formatNumber(limits.rows, locale))}</p>
      <SendFile listId={list._id} asks={failed?.asks} onSent={() => refresh(list._id)} />
      {working.map(file => (
        <WorkingFile key={file._id} file={file} />
      ))}
      {failed && <FormProblem>{texts.failed(failed.name, failed.failure ?? '')}</FormProblem>}
      {planned && (
        <PriceFilePreview key={planned._id} file={planned} currency={list.currency} onDone={() => refresh(list._id)} />
      )}
      {done.length > 0 && (
        <ul role="list" className={styles.found}>
          {done.map(file => (
            <DoneFile key={file._id} file={file} onDone={() => refresh(list._id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Tells when the work on a file has ended, and has what it changed read anew. */
function useEnds(files: readonly PriceFile[], refresh: () => Promise<void>) {
  const { locale } = useShop()
  const before = useRef(new Map<string, PriceFile['state']>())
  useEffect(() => {
    for (const { _id: id, state, leftAlone } of files) {
      const was = before.current.get(id)
      before.current.set(id, state)
      if (was === undefined || was === state || isPriceFileWorking(state)) continue
      if (state === 'committed') toastSuccess(texts.taken)
      if (state === 'undone') toastSuccess(texts.undone(formatNumber(leftAlone ?? 0, locale), leftAlone ?? 0))
      void refresh()
    }
  }, [files, refresh, locale])
}

/** A file in the hands of a job, and how far it is where that is known. */
function WorkingFile({ file }: { file: PriceFile }) {
  const step = stepOf(file)
  const name = file.name || texts.unnamed
  return (
    <Card as="section" className={styles.part} aria-label={name}>
      <h3>{name}</h3>
      <p role="status">{texts.working[step]}</p>
      <progress
        {...(step === 'reading' && { value: file.readShare })}
        max={1}
        aria-label={texts.working[step]}
        className={styles.progress}
      />
      <p className={styles.soft}>{texts.goesOn}</p>
    </Card>
  )
}

/** What is being done with a file. */
function stepOf({ state, readShare }: PriceFile): keyof typeof texts.working {
  if (state === 'committing' || state === 'undoing') return state
  return readShare < 1 ? 'reading' : 'comparing'
}

type SendProps = { listId: string; asks: PriceFile['asks'] | undefined; onSent: () => Promise<void> }

/** `asks`: what the last file that was sent has left open. */
function SendFile({ listId, asks, onSent }: SendProps) {
  const [file, setFile] = useState<File>()
  const [fileProblem, setFileProblem] = useState<string>()
  const [replaces, setReplaces] = useState(false)
  const [share, setShare] = useState<number>()
  const { act, problem, isPending } = useAction()
  const reading = useTableChoices(file, asks)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (!file) return setFileProblem(texts.fileMissing)
    if (file.size > limits.bytes) return setFileProblem(texts.fileTooLarge)
    const { signal } = new AbortController()
    const query = { name: file.name.slice(-200), replaces: replaces ? 'yes' : 'no', ...reading.choices }
    const sent = await act(
      () =>
        uploadFile(priceFilesContract.sendPriceFile, {
          file,
          params: { id: listId },
          query,
          onProgress: setShare,
          signal,
        }),
      ({ errors }) => setFileProblem(reading.problemOf(errors, 'prices')),
    )
    setShare(undefined)
    if (sent) await onSent()
  }
  return (
    <form noValidate className={styles.form} onSubmit={event => void send(event)}>
      <FileField
        label={texts.file}
        hint={texts.fileHint}
        accept={tableFileTypes}
        error={fileProblem}
        onChange={event => {
          setFile(event.target.files?.[0])
          setFileProblem(undefined)
        }}
      />
      {reading.fields}
      <label>
        <input type="checkbox" checked={replaces} onChange={event => setReplaces(event.target.checked)} />{' '}
        {texts.replaces}
      </label>
      <FormProblem>{fileProblem ? undefined : problem}</FormProblem>
      <div className={styles.buttons}>
        <Button type="submit" pending={isPending}>
          {texts.look}
        </Button>
        <span role="status">
          {share !== undefined && (share < 1 ? texts.sending(Math.round(share * 100)) : texts.sent)}
        </span>
      </div>
    </form>
  )
}

/** A file that has gone in, or was taken back; the last one can be. */
function DoneFile({ file, onDone }: { file: PriceFile; onDone: () => Promise<void> }) {
  const { locale } = useShop()
  const { act, problem, isPending } = useAction()
  const inWords = (count: number) => formatNumber(count, locale)
  const undo = async () => {
    const undone = await act(() => call(priceFilesContract.undoPriceFile, { params: { id: file._id } }))
    if (undone) await onDone()
  }
  const name = file.name || texts.unnamed
  return (
    <li>
      <span className={styles.pair}>
        {name}
        <span>
          {texts.states[file.state]} <DateTime value={file.endedAt ?? file.sentAt} />.{' '}
          {file.failure ??
            texts.effects({
              added: inWords(file.added),
              changed: inWords(file.changed),
              removed: inWords(file.removed),
            })}
        </span>
        <FormProblem>{problem}</FormProblem>
      </span>
      {file.state === 'committed' && (
        <Button size="small" pending={isPending} aria-label={texts.undoNamed(name)} onClick={() => void undo()}>
          {texts.undo}
        </Button>
      )}
    </li>
  )
}
