import { useLocation } from 'react-router'
import * as z from 'zod/mini'

const Typed = z.object({ email: z.string() })

/** The email that was typed on the page before: a link between the pages for signing in brings it along. */
export function useTypedEmail(): string {
  return z.safeParse(Typed, useLocation().state).data?.email ?? ''
}
