import { formatNumber, formatTotal } from '#kernel/formats'
import { useRef } from 'react'
import { CallFailed } from '../calls/call-failed.ts'
import { Button } from '../controls/button.tsx'
import { useFocusWhenGone } from '../controls/focus-when-gone.ts'
import { kitTexts } from '../kit.texts.ts'
import styles from './more-rows.module.css'
import type { PagedList } from './paged-list.ts'
import { useShop } from '../shop.tsx'

/**
 * Below a list that grows: how much of it is shown, and the rest on demand. It stands there while there are no rows as well: only
 * a change of what it says is read out.
 */
export function MoreRows({ list }: { list: PagedList<unknown> }) {
  const { locale } = useShop()
  const count = useRef<HTMLParagraphElement>(null)
  const goOn = useFocusWhenGone(() => count.current)
  const { rows, isPending, error, moreError } = list
  const none = isPending || error ? '' : kitTexts.nothingToShow
  return (
    <div className={rows.length > 0 ? styles.more : 'visually-hidden'}>
      <p ref={count} role="status" tabIndex={-1}>
        {rows.length > 0 ? kitTexts.shownOf(formatNumber(rows.length, locale), formatTotal(list, locale)) : none}
      </p>
      {moreError && <p role="alert">{moreError instanceof CallFailed ? moreError.message : kitTexts.unexpected}</p>}
      {list.hasMore && (
        <Button
          pending={list.isFetchingMore}
          onClick={event => {
            goOn(event.currentTarget)
            list.showMore()
          }}
        >
          {kitTexts.showMore}
        </Button>
      )}
    </div>
  )
}
