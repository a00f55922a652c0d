import type { PriceFile, PriceFileEntry } from '#contracts/pricing'
import { priceFilesContract } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { leftOutLines, readAs } from '#ui/controls/tables/table-choices.texts.ts'
import { useMoney } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { useShop } from '#ui/shop.tsx'
import { useFileEntries } from './price-queries.ts'
import { priceFilesTexts as texts } from './price-files.texts.ts'
import { ProductName } from './product-name.tsx'
import styles from './prices.module.css'
import { pricesTexts } from './prices.texts.ts'

type PreviewProps = { file: PriceFile; currency: string; onDone: () => Promise<void> }

/** What a file would do to its list; nothing of it has happened yet. */
export function PriceFilePreview({ file, currency, onDone }: PreviewProps) {
  const { locale } = useShop()
  const { act, problem, isPending } = useAction()
  const inWords = (count: number) => formatNumber(count, locale)
  const changes = file.added + file.changed + file.removed
  const commit = async () => {
    if (await act(() => call(priceFilesContract.commitPriceFile, { params: { id: file._id } }))) await onDone()
  }
  return (
    <Card as="section" className={styles.part} aria-label={texts.preview(file.name)}>
      <h3>{texts.preview(file.name)}</h3>
      <p>
        {texts.rows({
          rows: inWords(file.rows),
          products: inWords(file.added + file.changed + file.unchanged),
          refused: inWords(file.refused),
        })}{' '}
        {leftOutLines(file.reading?.leftOut ?? [])}
      </p>
      <p>
        {texts.effects({ added: inWords(file.added), changed: inWords(file.changed), removed: inWords(file.removed) })}{' '}
        {texts.unchanged(inWords(file.unchanged))}
      </p>
      {file.reading && <p className={styles.soft}>{readAs(file.reading)}</p>}
      {file.refused > 0 && (
        <>
          <p role="alert">{texts.refused(inWords(file.refused), file.refused)}</p>
          <Table
            caption={texts.problems}
            captionHidden
            columns={problemColumns()}
            rows={file.problems}
            keyOf={row => row.line}
          />
        </>
      )}
      {changes > 0 && <Changes id={file._id} currency={currency} />}
      <FormProblem>{problem}</FormProblem>
      {file.refused === 0 && changes > 0 && (
        <div>
          <Button variant="primary" pending={isPending} onClick={() => void commit()}>
            {texts.take(inWords(changes), changes)}
          </Button>
        </div>
      )}
    </Card>
  )
}

const problemColumns = (): readonly Column<PriceFile['problems'][number]>[] => [
  { head: texts.line, numeric: true, cell: ({ line }) => line },
  { head: texts.partNumber, names: true, cell: ({ partNumber }) => partNumber || texts.nothing },
  { head: texts.why, cell: ({ message }) => message },
]

function Changes({ id, currency }: { id: string; currency: string }) {
  const entries = useFileEntries(id)
  const columns = useColumns(currency)
  return (
    <PagedTable
      list={entries}
      caption={texts.changes}
      columns={columns}
      keyOf={({ tool }) => tool._id}
      failed={texts.changesFailed}
      waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
    />
  )
}

function useColumns(currency: string): readonly Column<PriceFileEntry>[] {
  const { locale } = useShop()
  const money = useMoney()
  const sayOf = (side: PriceFileEntry['after']) => {
    if (!side) return texts.nothing
    const { tiers, minimum, multiple } = side
    const number = (units: number) => formatNumber(units, locale)
    return [
      ...tiers.map(({ from, price }) => pricesTexts.tierFrom(number(from), money(price, currency))),
      ...(minimum === null ? [] : [pricesTexts.soldFrom(number(minimum))]),
      ...(multiple === null ? [] : [pricesTexts.soldBy(number(multiple))]),
    ].join(' · ')
  }
  return [
    {
      head: pricesTexts.product,
      names: true,
      cell: ({ tool }) => <ProductName tool={tool} />,
    },
    { head: texts.effect, cell: ({ effect }) => texts.effectNames[effect] },
    { head: texts.before, cell: ({ before }) => sayOf(before) },
    { head: texts.after, cell: ({ after }) => sayOf(after) },
  ]
}
