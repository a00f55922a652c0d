import { type ReactNode, useCallback, useId, useRef } from 'react'
import { Icon } from '../../icon.tsx'
import styles from './dialog.module.css'
import { HoldOpen } from './hold-open.ts'
import { kitTexts } from '../../kit.texts.ts'
import { useModal } from './use-modal.ts'

type DialogProps = {
  open: boolean
  /** Asked on Escape, on the backdrop and on the cross, but not while work inside is pending (`useHoldOpen`). */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** The buttons, the least dangerous first: it gets the focus. */
  actions?: ReactNode
}

/** A question in the way of everything else. Its parts are mounted only while it is open. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const titleId = useId()
  const held = useRef(0)
  const hold = useCallback(() => {
    held.current += 1
    return () => void (held.current -= 1)
  }, [])
  const close = () => {
    if (held.current === 0) onClose()
  }
  const modal = useModal(open, close)
  return (
    <dialog {...modal} className={styles.dialog} aria-labelledby={titleId}>
      {open && (
        <HoldOpen value={hold}>
          <div className={styles.sheet}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {children && <div className={styles.body}>{children}</div>}
            {actions && <div className={styles.actions}>{actions}</div>}
            {/* Last, because the browser gives the focus to the first: a field, or the harmless button. */}
            <button type="button" className={styles.close} onClick={close} aria-label={kitTexts.close}>
              <Icon name="x" size={22} />
            </button>
          </div>
        </HoldOpen>
      )}
    </dialog>
  )
}
