import { formatNumber } from '#kernel/formats'
import { useMemo } from 'react'
import type { EditedFields, ToolEdit, ToolEditRow } from '#contracts/catalogue'
import type { EditRowState } from '#rules/catalogue'
import { useMoney } from '#ui/data/price.tsx'
import type { Column } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useEditRows } from './edit-queries.ts'
import styles from './edits.module.css'
import { editsTexts as texts } from './edits.texts.ts'

/** The tools of an edit that stand alike: as they were, and as they become. */
export function EditRows({ edit, state }: { edit: ToolEdit; state: EditRowState }) {
  const list = useEditRows(edit._id, edit.state, state)
  const columns = useColumns(
    state,
    list.rows.some(row => row.reason !== null),
  )
  const { locale } = useShop()
  const title = texts.counts[state](formatNumber(edit.counts[state], locale))
  return (
    <section className={styles.part}>
      <SectionTitle>{title}</SectionTitle>
      <PagedTable
        list={list}
        waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
        failed={texts.rowsFailed}
        caption={title}
        columns={columns}
        keyOf={row => row.n}
      />
    </section>
  )
}

function useColumns(state: EditRowState, hasReasons: boolean): Column<ToolEditRow>[] {
  const inWords = useWords()
  return useMemo(() => {
    const tool: Column<ToolEditRow> = {
      head: texts.tool,
      names: true,
      cell: row => (
        <span className={styles.pair}>
          {row.after.archived && state === 'done' ? (
            row.tool.name
          ) : (
            <Link to={`/dashboard/manageProducts/${row.tool._id}`}>{row.tool.name}</Link>
          )}
          {row.tool.partNumber && <code>{row.tool.partNumber}</code>}
        </span>
      ),
    }
    const changes: Column<ToolEditRow> = {
      head: texts.changes,
      cell: row => (
        <ul role="list" className={styles.changes}>
          {fieldNames().map(
            name =>
              row.after[name] !== undefined && (
                <li key={name}>
                  <span className={styles.soft}>{texts.fields[name]}:</span> {inWords(name, row.before)} →{' '}
                  <strong>{inWords(name, row.after)}</strong>
                </li>
              ),
          )}
        </ul>
      ),
    }
    const reason: Column<ToolEditRow> = { head: texts.reason, cell: row => row.reason }
    return hasReasons ? [tool, changes, reason] : [tool, changes]
  }, [inWords, state, hasReasons])
}

const fieldNames = () => Object.keys(texts.fields) as (keyof EditedFields)[]

/** What a field says, for people. */
function useWords() {
  const money = useMoney()
  const { locale } = useShop()
  return useMemo(
    () =>
      (name: keyof EditedFields, fields: EditedFields): string => {
        const value = fields[name]
        if (name === 'price' && typeof value === 'number') return money(value)
        if (typeof value === 'number') return formatNumber(value, locale)
        if (typeof value === 'boolean') return value ? texts.no : texts.yes
        if (Array.isArray(value)) return value.join(', ') || texts.nothingThere
        return value ?? texts.nothingThere
      },
    [money, locale],
  )
}
