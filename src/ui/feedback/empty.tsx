import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** A list with nothing in it: says so, and what to do next. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 96 64" className={styles.drawing} aria-hidden="true">
        <path d="M10 26h76v28a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4zM4 14h88v12H4z" />
        <path d="M38 37h20" />
      </svg>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
