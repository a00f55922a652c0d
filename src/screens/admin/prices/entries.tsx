import { type FormEvent, useState } from 'react'
import { type Tool, catalogueContract } from '#contracts/catalogue'
import type { PriceEntry, PriceListWithRules } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { Price, useMoney } from '#ui/data/price.tsx'
import type { Column } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { EntryDialog, type Priced } from './entry-dialog.tsx'
import { useEntries } from './price-queries.ts'
import { ProductName } from './product-name.tsx'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** What a list says of single products: to search, page, add and change. */
export function Entries({ list }: { list: PriceListWithRules }) {
  const { q } = useFilters()
  const entries = useEntries(list._id, q)
  const [edited, setEdited] = useState<Priced>()
  const columns = useColumns(list.currency, setEdited)
  return (
    <section className={styles.part}>
      <SectionTitle>{texts.prices}</SectionTitle>
      <ListFilters searchLabel={texts.product} />
      <PagedTable
        list={entries}
        waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
        failed={texts.pricesFailed}
        empty={
          <Empty title={texts.noPrices}>
            <p>{texts.noPricesNext}</p>
          </Empty>
        }
        caption={texts.prices}
        columns={columns}
        keyOf={entry => entry.tool._id}
      />
      <FindProduct onFound={tool => setEdited({ tool })} />
      <EntryDialog listId={list._id} priced={edited} onClose={() => setEdited(undefined)} />
    </section>
  )
}

function useColumns(currency: string, onChange: (priced: Priced) => void): readonly Column<PriceEntry>[] {
  const { locale } = useShop()
  const money = useMoney()
  const number = (value: number) => formatNumber(value, locale)
  return [
    {
      head: texts.product,
      names: true,
      cell: ({ tool }) => <ProductName tool={tool} />,
    },
    { head: texts.listPrice, numeric: true, cell: ({ tool }) => <Price amount={tool.price} /> },
    {
      head: texts.tiers,
      cell: ({ tiers }) => (
        <ul role="list" className={styles.tiers}>
          {tiers.map(({ from, price }) => (
            <li key={from}>{texts.tierFrom(number(from), money(price, currency))}</li>
          ))}
        </ul>
      ),
    },
    {
      head: texts.quantities,
      cell: ({ minimum, multiple }) =>
        [minimum && texts.soldFrom(number(minimum)), multiple && texts.soldBy(number(multiple))]
          .filter(Boolean)
          .join(', '),
    },
    {
      head: texts.change,
      cell: entry => (
        <Button size="small" aria-label={texts.changeNamed(entry.tool.name)} onClick={() => onChange(entry)}>
          {texts.change}
        </Button>
      ),
    },
  ]
}

/** Looks for the product that is to have a price. */
function FindProduct({ onFound }: { onFound: (tool: Pick<Tool, '_id' | 'name'>) => void }) {
  const [typed, setTyped] = useState('')
  const [matches, setMatches] = useState<readonly Tool[]>()
  const { act, isPending, problem } = useAction()
  const find = async () =>
    setMatches(await act(() => call(catalogueContract.listTools, { query: { q: typed.trim(), limit: 8 } })))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && typed.trim() !== '') void find()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <div className={styles.line}>
        <TextField
          label={texts.findProduct}
          value={typed}
          autoComplete="off"
          error={problem}
          className={styles.wide}
          onChange={event => {
            setTyped(event.target.value)
            setMatches(undefined)
          }}
        />
        <Button type="submit" pending={isPending}>
          {texts.find}
        </Button>
      </div>
      <p role="status">{matches?.length === 0 && texts.nothingFound}</p>
      {matches && matches.length > 0 && (
        <ul role="list" className={styles.found}>
          {matches.map(tool => (
            <li key={tool._id}>
              <ProductName tool={tool} />
              <Button size="small" aria-label={texts.addPriceNamed(tool.name)} onClick={() => onFound(tool)}>
                {texts.addPrice}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
