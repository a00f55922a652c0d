import { formatNumber } from '#kernel/formats'
import { type FormEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type StockTake, stockContract } from '#contracts/stock'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { Card } from '#ui/data/card.tsx'
import { DateTime } from '#ui/data/date.tsx'
import type { Column } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useRefreshTake, useTakes } from './stock-queries.ts'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'

/** Stock takes: those that are being counted, and those that were. */
export default function StockTakesPage() {
  const list = useTakes()
  const columns = useColumns()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <Begin />
      <section className={styles.section}>
        <SectionTitle>{texts.list}</SectionTitle>
        <PagedTable
          list={list}
          waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
          failed={texts.listFailed}
          empty={
            <Empty title={texts.none}>
              <p>{texts.noneNext}</p>
            </Empty>
          }
          caption={texts.list}
          columns={columns}
          keyOf={take => take._id}
        />
      </section>
    </>
  )
}

function useColumns(): Column<StockTake>[] {
  const { locale } = useShop()
  return useMemo(
    () => [
      {
        head: texts.stockTake,
        names: true,
        cell: take => (
          <span className={styles.pair}>
            <Link to={`/dashboard/stockTakes/${take._id}`}>{texts.numbered(take.number)}</Link>
            <span>{take.note}</span>
          </span>
        ),
      },
      { head: texts.state, cell: take => <TakeState take={take} /> },
      { head: texts.counted, numeric: true, cell: take => formatNumber(take.counted, locale) },
      { head: texts.different, numeric: true, cell: take => formatNumber(take.different, locale) },
      {
        head: texts.when,
        cell: take => (
          <span className={styles.soft}>
            <DateTime value={take.createdAt} />
          </span>
        ),
      },
    ],
    [locale],
  )
}

const tones: Record<StockTake['state'], BadgeTone> = { open: 'maybe', booked: 'ok', discarded: 'neutral' }

export function TakeState({ take }: { take: StockTake }) {
  return <Badge tone={tones[take.state]}>{texts.states[take.state]}</Badge>
}

function Begin() {
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  const [noteProblem, setNoteProblem] = useState<string>()
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshTake()
  const begin = async () => {
    const body = { note }
    const wrong = stockContract.beginStockTake.body.safeParse(body).error?.issues[0]?.message
    setNoteProblem(wrong)
    if (wrong) return
    const begun = await act(
      () => call(stockContract.beginStockTake, { body, idempotencyKey: keyOf(body) }),
      refusal => setNoteProblem(refusal.errors.find(({ field }) => field === 'note')?.message),
    )
    if (!begun) return
    forget()
    await refresh()
    await navigate(`/dashboard/stockTakes/${begun.insertedId}`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void begin()
  }
  return (
    <Card as="section">
      <form noValidate onSubmit={submit} className={styles.line}>
        <TextField
          label={texts.note}
          hint={texts.noteHint}
          name="note"
          value={note}
          onChange={event => setNote(event.target.value)}
          autoComplete="off"
          error={noteProblem}
          className={styles.wide}
        />
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.begin}
        </Button>
      </form>
      <FormProblem>{noteProblem ? undefined : problem}</FormProblem>
    </Card>
  )
}
