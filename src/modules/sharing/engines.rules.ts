/** The most addresses that a file of a site map may have (sitemaps.org). */
export const mostAddresses = 50_000

/** What is of one person or no page at all: engines need not ask for it. Those of these that are pages say `noindex` too. */
export const disallowed = ['/dashboard', '/purchase/', '/api/', '/identity/', '/sandbox/', '/dev/'] as const

/** The page that says how the shop is reached. */
export const contactPath = '/pages/contact'

/** What XML reads otherwise. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
