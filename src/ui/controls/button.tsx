import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from '../class-names.ts'
import { Link, type LinkProps } from '../navigation/link.tsx'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'usual' | 'small'

type Look = {
  /** `primary` once a screen, `plain` beside it, `quiet` for the rest, `danger` for what cannot be undone. */
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as what it stands in. */
  wide?: boolean | undefined
}

function lookOf({ variant = 'plain', size = 'usual', wide = false }: Look, className: string | undefined): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** The press has been heard and its answer is on the way: shown, announced, and further presses do nothing. */
    pending?: boolean
  }

/** A verb. `type` is `button` unless said otherwise, so that none submits a form by accident. */
export function Button({ variant, size, wide, pending = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ variant, size, wide }, className)}
      aria-busy={pending || undefined}
      // Not `disabled` while pending: that would throw the focus away.
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      onClick={pending ? event => event.preventDefault() : onClick}
    >
      <span className={styles.face}>{children}</span>
      {pending && <span className={styles.wheel} aria-hidden="true" />}
    </button>
  )
}

/** A link that looks like a button, for actions that are a place to go. Its page is fetched when someone points at it. */
export function LinkButton({ variant, size, wide, className, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={lookOf({ variant, size, wide }, className)}>
      <span className={styles.face}>{children}</span>
    </Link>
  )
}
