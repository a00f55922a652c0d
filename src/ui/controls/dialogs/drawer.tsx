import { type ReactNode, useId } from 'react'
import { Icon } from '../../icon.tsx'
import { classNames } from '../../class-names.ts'
import styles from './drawer.module.css'
import { kitTexts } from '../../kit.texts.ts'
import { useModal } from './use-modal.ts'

type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  side?: 'left' | 'right'
  children: ReactNode
}

/** A sheet from the side, over the page: menus and filters on narrow screens. */
export function Drawer({ open, onClose, title, side = 'left', children }: DrawerProps) {
  const titleId = useId()
  const modal = useModal(open, onClose)
  return (
    <dialog {...modal} className={classNames(styles.drawer, styles[side])} aria-labelledby={titleId}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <button type="button" className={styles.close} onClick={onClose} aria-label={kitTexts.close}>
            <Icon name="x" size={22} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
