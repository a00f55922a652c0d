import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { contentContract } from '#contracts/content'
import type { AdminOrder } from '#contracts/ordering'
import type { Page } from '#kernel/endpoint'
import { formatNumber, formatTotal } from '#kernel/formats'
import { useFilters } from '#ui/controls/list-filters.tsx'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useShop } from '#ui/shop.tsx'
import { isToPack, linesToPack } from '#rules/ordering'
import { useOrdersToPrint } from '#parts/ordering'
import { PackingSlip, PickList } from './papers.tsx'
import type { Content } from '#rules/content'
import styles from './print-page.module.css'
import { printTexts as texts } from './print.texts.ts'

const papers = ['both', 'pick', 'slips'] as const
type Papers = (typeof papers)[number]

/** What the warehouse packs by, of the orders that the address names: one list to fetch by, and a slip for each box. */
export default function PrintPage() {
  const query = useFilters()
  const orders = useOrdersToPrint(query)
  const content = useQuery({
    queryKey: ['content'],
    queryFn: () => call(contentContract.getContent, {}),
    staleTime: Infinity,
  })
  const failed = [orders, content].find(read => read.error && !read.data)
  const retry = () => void Promise.all([orders.refetch(), content.refetch()])
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      {orders.data && content.data ? (
        <Papers page={orders.data} seller={content.data.shop} />
      ) : (
        <>
          <PageTitle>{texts.title}</PageTitle>
          {failed?.error ? (
            <ReadFailed title={texts.failed} error={failed.error} isTrying={failed.isFetching} onTry={retry} />
          ) : (
            <Placeholders count={6} className={styles.waiting} />
          )}
        </>
      )}
    </>
  )
}

type Seller = Content['shop']
type PapersProps = { page: Page<readonly AdminOrder[]>; seller: Seller }

function Papers({ page, seller }: PapersProps) {
  const orders = page.items
  const [query] = useSearchParams()
  const { locale } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const chosen = papers.find(paper => paper === query.get('papers')) ?? 'both'
  const packed = orders.filter(isToPack)
  const leftOut = orders.filter(order => !isToPack(order))
  const units = packed.flatMap(linesToPack).reduce((sum, line) => sum + line.toShip, 0)
  if (packed.length === 0) return <NothingToPack />
  return (
    <>
      <div data-print="no">
        <PageTitle
          lead={texts.summary(texts.orders(packed.length, inWords(packed.length)), texts.units(units, inWords(units)))}
        >
          {texts.title}
        </PageTitle>
        <Choice chosen={chosen} />
        {page.next !== undefined && (
          <p className={styles.notice}>{texts.onlyFirst(inWords(orders.length), formatTotal(page, locale))}</p>
        )}
        {leftOut.length > 0 && (
          <p className={styles.notice}>{texts.leftOut(leftOut.map(order => order.number).join(', '))}</p>
        )}
      </div>
      <div className={styles.papers}>
        {chosen !== 'slips' && <PickList orders={packed} shop={seller.name} />}
        {chosen !== 'pick' && packed.map(order => <PackingSlip key={order._id} order={order} seller={seller} />)}
      </div>
    </>
  )
}

function NothingToPack() {
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Empty title={texts.nothing} action={<LinkButton to="/dashboard/allOrders">{texts.back}</LinkButton>}>
        <p>{texts.nothingNext}</p>
      </Empty>
    </>
  )
}

/** Which of the papers, and the button that prints them. */
function Choice({ chosen }: { chosen: Papers }) {
  const [query, setQuery] = useSearchParams()
  const choose = (paper: Papers) => {
    const next = new URLSearchParams(query)
    next.set('papers', paper)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles.bar}>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{texts.papers}</legend>
        {papers.map(paper => (
          <label key={paper}>
            <input type="radio" name="papers" checked={paper === chosen} onChange={() => choose(paper)} />
            {texts.choices[paper]}
          </label>
        ))}
      </fieldset>
      <LinkButton to="/dashboard/allOrders" variant="quiet">
        {texts.back}
      </LinkButton>
      <Button variant="primary" onClick={() => window.print()}>
        {texts.now}
      </Button>
    </div>
  )
}
