/** A thing as schema.org describes it. */
export type Thing = { '@type': string; [property: string]: unknown }

/** What search engines read of a page (JSON-LD). It is data, so no policy for scripts applies. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(things) }} />
}

export const jsonLd = (things: readonly Thing[]): string =>
  jsonInScript({ '@context': 'https://schema.org', '@graph': things })

/** No tag can begin inside it: what a person has typed stays data. */
export const jsonInScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

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
