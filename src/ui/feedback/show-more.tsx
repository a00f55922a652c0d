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
  children: ReactNode
}

/** The rest of a list within a page. A form: the page comes back with the next part; with script (`islands/more.ts`) it is added. */
export function ShowMore({ name, next, keep = {}, at, children }: ShowMoreProps) {
  const fields = Object.entries(keep).filter(([, value]) => value !== undefined)
  return (
    <form method="get" action={`#${at}`} data-island="more" data-wakes-on="meant">
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={name} value={new URLSearchParams(next).get('after') ?? ''} />
      <Button type="submit">{children}</Button>
    </form>
  )
}
