import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { LinkToken } from '#rules/identity'
import { AuthFrame } from './auth-frame.tsx'
import styles from './auth-frame.module.css'

/** A sheet with nothing to type: what has become of a link, and where to go on. */
export function LinkNews({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <AuthFrame title={title} lead={lead} isNews>
      <DocumentHead title={title} hiddenFromSearch />
      <div className={styles.ways}>{children}</div>
    </AuthFrame>
  )
}

/** What a mailed link has brought; undefined when the mail program has cut it off. */
export function linkToken(query: URLSearchParams): string | undefined {
  return z.safeParse(LinkToken, query.get('token')).data
}
