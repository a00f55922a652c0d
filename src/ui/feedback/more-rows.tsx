import { formatNumber, formatTotal } from '#kernel/formats'
import { Button } from '../controls/button.tsx'
import { kitTexts } from '../kit.texts.ts'
import styles from './more-rows.module.css'
import type { PagedList } from './paged-list.ts'
import { useShop } from '../shop.tsx'

/** Below a list that grows: how much of it is shown, and the rest on demand. */
export function MoreRows({ list }: { list: PagedList<unknown> }) {
  const { locale } = useShop()
  return (
    <div className={styles.more}>
      <p role="status">{kitTexts.shownOf(formatNumber(list.rows.length, locale), formatTotal(list, locale))}</p>
      {list.hasMore && (
        <Button pending={list.isFetchingMore} onClick={list.showMore}>
          {kitTexts.showMore}
        </Button>
      )}
    </div>
  )
}
