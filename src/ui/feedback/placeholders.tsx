import { kitTexts } from '../kit.texts.ts'
import { Skeleton } from './skeleton.tsx'

type PlaceholdersProps = {
  count: number
  /** Of the list around them: the space between. */
  className: string | undefined
  /** Of each one, where it is no row of a table: the size of a card. */
  each?: string | undefined
}

/** What a list shows while it is on its way: as many of its entries as fit a screen, and one word for ears. */
export function Placeholders({ count, className, each }: PlaceholdersProps) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      {Array.from({ length: count }, (_, place) =>
        each ? <Skeleton key={place} className={each} /> : <Skeleton key={place} shape="row" />,
      )}
    </div>
  )
}
