import { Fragment } from 'react'

/** A text of the content file, in which `backticks` set code. */
export function MarkedText({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // Every second part stood between two backticks.
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  )
}
