import type { ReactNode } from 'react'
import type { Tool } from '#contracts/catalogue'
import { hasPicture } from '#rules/catalogue'
import { ToolCard, type ToolTag } from './tool-card.tsx'
import styles from './tool-grid.module.css'

type ToolGridProps<T extends Tool> = {
  tools: readonly T[]
  tagOf?: (index: number) => ToolTag
  /** How many of the first are likely to be seen at once: their pictures are fetched first. */
  seenAtOnce?: number
  /** Whether the list shares its width with filters. */
  isBesideFilters?: boolean
  /** The vehicle that the list is for. */
  vehicle?: number | undefined
  /** What the search that found a tool says of it. */
  children?: (tool: T) => ReactNode
}

/** Cards in three columns, or two, or one. */
export function ToolGrid<T extends Tool>({
  tools,
  tagOf,
  seenAtOnce = 0,
  isBesideFilters = false,
  vehicle,
  children,
}: ToolGridProps<T>) {
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
          >
            {children?.(tool)}
          </ToolCard>
        </li>
      ))}
    </ul>
  )
}
