import { type ComponentProps, type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { accountsTexts } from '#texts/accounts'
import styles from './auth-frame.module.css'

type AuthFrameProps = {
  title: string
  lead: string
  above?: ReactNode
  /** The sheet has taken the place of another one on the same page: reading goes on at its title. */
  isNews?: boolean
  children: ReactNode
}

/** The sheet on which people log in and sign up. */
export function AuthFrame({ title, lead, above, isNews = false, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <div className={`column ${styles.frame}`}>
      {above}
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={isNews ? -1 : undefined}>
            {title}
          </h1>
          <p>{lead}</p>
        </div>
        <noscript>
          <p>{accountsTexts.needsScript}</p>
        </noscript>
        {children}
      </div>
    </div>
  )
}

type AuthFormProps = {
  submit: string
  onSubmit: FormEventHandler
  pending: boolean
  /** Why signing in failed. */
  problem: string | undefined
  children: ReactNode
}

/** A form that signs somebody in: what was typed stays, and why it failed stands under it. */
export function AuthForm({ submit, onSubmit, pending, problem, children }: AuthFormProps) {
  const isHydrated = useHydrated()
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {children}
      <div className={styles.submit}>
        {/* Before the script is here, a press would put the password into the address: the button waits for it. */}
        <Button type={isHydrated ? 'submit' : 'button'} variant="primary" wide pending={pending || !isHydrated}>
          {submit}
        </Button>
        <p role="status" className={styles.waiting}>
          {pending && accountsTexts.loading}
        </p>
      </div>
      <FormProblem>{problem}</FormProblem>
    </form>
  )
}

/** A password that its writer may look at: on a phone, blind typing is the usual reason for a wrong one. */
export function PasswordField({
  label = accountsTexts.password,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField {...rest} label={label} type={isShown ? 'text' : 'password'} />
      <label className={styles.show}>
        <input type="checkbox" checked={isShown} onChange={event => setShown(event.target.checked)} />
        {accountsTexts.showPassword}
      </label>
    </>
  )
}

/** A page with the query of this one: it keeps the page to return to. */
export const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path)

/** The way to the other of the two pages; it keeps the page to return to. */
export function Switch({ question, link, to, state }: { question: string; link: string; to: string; state?: unknown }) {
  return (
    <p className={styles.switch}>
      {question}{' '}
      <Link to={to} state={state}>
        {link}
      </Link>
    </p>
  )
}
