import { formatNumber } from '#kernel/formats'
import { useRef } from 'react'
import { useParams } from 'react-router'
import type { StockTake } from '#contracts/stock'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { Card } from '#ui/data/card.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { CountFile } from './count-file.tsx'
import { CountForm } from './count-form.tsx'
import { CountList } from './count-list.tsx'
import { EndTake } from './end-take.tsx'
import { useTake } from './stock-queries.ts'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'
import { TakeState } from './stock-takes-page.tsx'

/** One stock take: counted into while it is open, and what became of it afterwards. */
export default function StockTakePage() {
  const { id = '' } = useParams()
  const take = useTake(id)
  const title = take.data ? texts.numbered(take.data.number) : texts.title
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: '/dashboard/stockTakes' }, { label: title }]} />
      <PageTitle lead={take.data?.note}>{title}</PageTitle>
      {take.isPending && <Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
      {take.isError && !take.data && (
        <ReadFailed
          title={texts.readFailed}
          error={take.error}
          isTrying={take.isFetching}
          onTry={() => void take.refetch()}
        />
      )}
      {take.data && <Take take={take.data} />}
    </>
  )
}

function Take({ take }: { take: StockTake }) {
  const isOpen = take.state === 'open'
  return (
    <div className={styles.parts}>
      {isOpen && <CountForm id={take._id} />}
      <Summary take={take} />
      <CountList take={take} />
      {isOpen && <CountFile id={take._id} />}
    </div>
  )
}

function Summary({ take }: { take: StockTake }) {
  const { locale } = useShop()
  const state = useRef<HTMLParagraphElement>(null)
  const goOn = useFocusWhenGone(() => state.current)
  return (
    <Card as="section" className={styles.summary}>
      <p ref={state} tabIndex={-1}>
        <TakeState take={take} />
      </p>
      <dl className={styles.facts}>
        {(['counted', 'different', 'more', 'fewer'] as const).map(name => (
          <Fact key={name} name={texts.summary[name]}>
            {formatNumber(take[name], locale)}
          </Fact>
        ))}
      </dl>
      {take.state === 'open' && (
        <ul className={styles.rules}>
          {texts.rules.map(rule => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      {take.left > 0 && <p role="status">{texts.left(formatNumber(take.left, locale))}</p>}
      {take.state === 'open' && <EndTake take={take} onAsk={goOn} />}
    </Card>
  )
}
