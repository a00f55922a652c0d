import type { ReactNode } from 'react'

/** One name with its value, in a `<dl>`. The list decides how they stand. */
export function Fact({
  name,
  className,
  children,
}: {
  name: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
