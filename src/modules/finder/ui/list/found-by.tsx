import { joined } from '#kernel/sentence'
import type { SearchHit } from '../../search/search.contract.ts'
import { foundByTexts } from '../found-by.texts.ts'
import { FitBadge } from '../fit/fit-badge.tsx'
import styles from './found-by.module.css'
import { MatchedNumber } from './matched-number.tsx'

/** The answer in a list, with the conditions that it depends on. */
export function ListedFit({ fit }: { fit: NonNullable<SearchHit['fit']> }) {
  const { conditions = [], notes = [] } = fit
  const all = [...conditions.map(({ name, value }) => foundByTexts.condition(name, value)), ...notes]
  return (
    <>
      <FitBadge fit={fit} />
      {all.length > 0 && <span className={styles.conditions}>{joined(all, ' · ')}</span>}
    </>
  )
}

/** What a search says of a tool that it found: by which number, and whether it fits. */
export function FoundBy({ tool }: { tool: SearchHit }) {
  return (
    <>
      <MatchedNumber tool={tool} />
      {tool.fit && (
        <p>
          <ListedFit fit={tool.fit} />
        </p>
      )}
    </>
  )
}
