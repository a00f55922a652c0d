import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './form-problem.module.css'

/** Why the form as a whole was refused, in red under it; announced when it appears. Nothing when there is nothing to say. */
export function FormProblem({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={styles.place}>
      {children && (
        <p className={styles.problem}>
          <Icon name="circle-alert" className={styles.icon} size={20} />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
