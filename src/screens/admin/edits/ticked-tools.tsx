import { formatNumber, formatTotal } from '#kernel/formats'
import { useState } from 'react'
import type { AdminTool } from '#contracts/catalogue'
import { mostTicked } from '#rules/catalogue'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import type { Column } from '#ui/data/table.tsx'
import type { PagedList } from '#ui/feedback/paged-list.ts'
import { useShop } from '#ui/shop.tsx'
import styles from './edits.module.css'
import { editsTexts as texts } from './edits.texts.ts'

/** The tools that are ticked, by their ids; they stay so while the filter changes. */
export type Ticked = { ids: readonly string[]; set: (ids: readonly string[]) => void }

export function useTicked(): Ticked {
  const [ids, set] = useState<readonly string[]>([])
  return { ids, set }
}

/** The column in which tools are ticked. */
export function tickColumn({ ids, set }: Ticked): Column<AdminTool> {
  return {
    head: '',
    headName: texts.tick,
    cell: ({ _id, name }) => {
      const isTicked = ids.includes(_id)
      return (
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={texts.tickTool(name)}
            checked={isTicked}
            disabled={!isTicked && ids.length >= mostTicked}
            onChange={() => set(isTicked ? ids.filter(id => id !== _id) : [...ids, _id])}
          />
          <span>{texts.tick}</span>
        </label>
      )
    },
  }
}

type EditBarProps = { list: PagedList<AdminTool>; filter: Record<string, string | undefined>; ticked: Ticked }

/** What is edited: the ticked tools, or all that the filter leaves. */
export function EditBar({ list, filter, ticked: { ids, set } }: EditBarProps) {
  const { locale } = useShop()
  const shown = list.rows.map(tool => tool._id).slice(0, mostTicked)
  const conditions = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return (
    <div className={styles.bar}>
      <p role="status">{ids.length > 0 && texts.ticked(formatNumber(ids.length, locale))}</p>
      {ids.length > 0 && (
        <Button variant="quiet" size="small" onClick={() => set([])}>
          {texts.untick}
        </Button>
      )}
      {!shown.every(id => ids.includes(id)) && (
        <Button variant="quiet" size="small" onClick={() => set([...new Set([...ids, ...shown])].slice(0, mostTicked))}>
          {texts.tickShown}
        </Button>
      )}
      {ids.length > 0 ? (
        <LinkButton size="small" to="/dashboard/manageProducts/edits/new" state={{ ids }}>
          {texts.editTicked}
        </LinkButton>
      ) : (
        <LinkButton size="small" to={`/dashboard/manageProducts/edits/new?${new URLSearchParams(conditions)}`}>
          {texts.editAll(formatTotal(list, locale))}
        </LinkButton>
      )}
      <LinkButton size="small" variant="quiet" to="/dashboard/manageProducts/edits">
        {texts.earlier}
      </LinkButton>
    </div>
  )
}
