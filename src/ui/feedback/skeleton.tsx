import { classNames } from '../class-names.ts'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** `line` of text, `title`, `control` as high as a button, `picture` 4 to 3, `row` of a list; else `className` says it. */
  shape?: 'line' | 'title' | 'control' | 'picture' | 'row'
  className?: string
}

/** A placeholder of the final size. Silent: put one `role="status"` around the whole. */
export function Skeleton({ shape, className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles.skeleton, shape && styles[shape], className)} />
}
