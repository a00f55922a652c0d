import type { Tool } from '#contracts/catalogue'
import { hasPicture } from '#rules/catalogue'
import { ToolCard, type ToolTag } from './tool-card.tsx'
import styles from './tool-grid.module.css'

type ToolGridProps = {
  tools: readonly Tool[]
  tagOf?: (index: number) => ToolTag
  /** How many of the first are likely to be seen at once: their pictures are fetched first. */
  seenAtOnce?: number
  /** Whether the list shares its width with filters. */
  isBesideFilters?: boolean
  /** The vehicle that the list is for. */
  vehicle?: number | undefined
}

/** Cards in three columns, or two, or one. */
export function ToolGrid({ tools, tagOf, seenAtOnce = 0, isBesideFilters = false, vehicle }: ToolGridProps) {
  const hasPictures = tools.some(hasPicture)
  return (
    <ul role="list" className={styles.grid}>
      {tools.map((tool, index) => (
        <li key={tool._id}>
          <ToolCard
            tool={tool}
            tag={tagOf?.(index)}
            isSeenAtOnce={index < seenAtOnce}
            isBesideFilters={isBesideFilters}
            vehicle={vehicle}
            hasPictures={hasPictures}
          />
        </li>
      ))}
    </ul>
  )
}
