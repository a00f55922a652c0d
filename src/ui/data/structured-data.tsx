import { useState } from 'react'
import { useHydrated } from '../use-hydrated.ts'

/** A thing as schema.org describes it. */
export type Thing = { '@type': string; [property: string]: unknown }

type StructuredDataProps = {
  /** Of what the data tells: another one is another page's. */
  of: string
  /** Made on the server alone: `import.meta.env.SSR && […]`, which leaves nothing of it in the browser's script. */
  things: false | readonly Thing[]
}

/**
 * What search engines read of a page (JSON-LD). It is in the HTML that they get; a browser that goes on to the next page
 * needs none, and neither makes nor keeps any.
 */
export function StructuredData({ of, things }: StructuredDataProps) {
  return <Block key={of} things={things} />
}

function Block({ things }: Pick<StructuredDataProps, 'things'>) {
  const isHydrated = useHydrated()
  // A block that came in the page's HTML stays as it is.
  const [isInDocument] = useState(!isHydrated)
  if (!isInDocument) return null
  const html = import.meta.env.SSR && things ? jsonLd(things) : ''
  // Data, so no policy for scripts applies.
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

/** No tag can begin inside it: what a person has typed stays data. */
export function jsonLd(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', String.raw`\u003c`)
}

/** The way to a page. Steps that are no page of their own are left out. */
export function breadcrumbList(items: readonly { label: string; to?: string }[], url: string): Thing {
  const steps = items.filter(({ to }, index) => to !== undefined || index === items.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      // The last one is the page itself.
      ...(to !== undefined && { item: new URL(to, url).href }),
    })),
  }
}
