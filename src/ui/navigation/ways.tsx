import { Link } from './link.tsx'
import styles from './ways.module.css'

export type Way = { label: string; to: string; count?: string }

/** Ways on, as a row of boxes; on a phone one line to swipe through, unless there is all the room (`isWhole`). */
export function Ways({ ways, isWhole = false }: { ways: readonly Way[]; isWhole?: boolean }) {
  return (
    <ul role="list" className={styles.ways} data-whole={isWhole || undefined}>
      {ways.map(({ label, to, count }) => (
        <li key={to}>
          <Link to={to}>
            {label}
            {count !== undefined && <span> {count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
