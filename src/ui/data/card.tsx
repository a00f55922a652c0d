import type { HTMLAttributes } from 'react'
import styles from './card.module.css'
import { classNames } from '../class-names.ts'

/** A sheet of card with a hairline. `as="article"` when it stands for itself. */
export function Card({
  as: Element = 'div',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'article' | 'section' | 'li' }) {
  return <Element {...rest} className={classNames(styles.card, className)} />
}
