import { joined, sentence } from '#kernel/sentence'
import { formatMoney } from '#kernel/money'
import { useShop } from '#ui/shop.tsx'
import { type AuditRow } from '#contracts/audit'
import { changesOf } from '#rules/audit'
import { adminTexts as texts } from '#texts/audit'
import styles from './audit-page.module.css'

/** Fields that hold amounts, in minor units as the trail keeps them. */
const amounts = new Set(['total', 'amount', 'price'])

/** `paymentState` as people write it. */
function nameOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

/** What changed, field by field: "role: customer → admin". What was not there before stands alone. */
export function Changes({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const { currency, locale } = useShop()
  const changes = changesOf(before, after)
  if (changes.length === 0) return <>{texts.nothing}</>
  const inWords = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return texts.nothing
    if (typeof value === 'boolean') return value ? texts.yes : texts.no
    if (typeof value === 'number') {
      return amounts.has(field) ? formatMoney(value, currency, locale) : value.toLocaleString(locale)
    }
    if (Array.isArray(value))
      return (
        joined(
          value.map(item => inWords('', item)),
          '; ',
        ) || texts.nothing
      )
    if (typeof value === 'object')
      return Object.entries(value)
        .map(([name, part]) => sentence`${nameOf(name)} ${inWords(name, part)}`)
        .join(', ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    <ul role="list" className={styles.changes}>
      {changes.map(change => (
        <li key={change.field}>
          <span className={styles.field}>{texts.change(nameOf(change.field))}</span>{' '}
          {change.before !== undefined && (
            <>
              <del>{inWords(change.field, change.before)}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <ins>{inWords(change.field, change.after)}</ins>
        </li>
      ))}
    </ul>
  )
}
