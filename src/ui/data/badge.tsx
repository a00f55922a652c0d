import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'

export type BadgeTone = 'ink' | 'accent' | 'neutral' | 'ok' | 'maybe' | 'bad'

/** One or two words about a thing. The words carry the meaning; the tone only helps to find it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
