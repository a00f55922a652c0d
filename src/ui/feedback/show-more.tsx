import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

type ShowMoreProps = {
  /** What the address calls the place in the list. */
  name: string
  /** Where the list goes on: the query of its next part, as the call gave it. */
  next: string
  /** What else of the address stays. */
  keep?: Readonly<Record<string, string | undefined>>
  /** The id of the list, where the page is read on. */
  at: string
  pending: boolean
  onMore: (pressed: HTMLElement) => void
  children: ReactNode
}

/** The rest of a list within a page. A form: before the script has come, or without it, the page comes back with the next part. */
export function ShowMore({ name, next, keep = {}, at, pending, onMore, children }: ShowMoreProps) {
  const kept = Object.entries(keep).filter(([, value]) => value !== undefined)
  return (
    <form
      method="get"
      action={`#${at}`}
      onSubmit={event => {
        event.preventDefault()
        onMore(event.currentTarget)
      }}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={name} value={new URLSearchParams(next).get('after') ?? ''} />
      <Button type="submit" pending={pending}>
        {children}
      </Button>
    </form>
  )
}
