import type { WayOn } from './toast.ts'

/** A message and where it leads. The link is the browser's: a message stands outside of what moves on within the page. */
export const withWay = (message: string, { to, label }: WayOn) => (
  <span>
    {message} <a href={to}>{label}</a>
  </span>
)
