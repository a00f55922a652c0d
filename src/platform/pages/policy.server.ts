import { createHash } from 'node:crypto'

/** Further hosts that pages may load scripts, frames, connections and pictures from. */
export type PolicyHosts = { script: string[]; frame: string[]; connect: string[]; image: string[] }

/**
 * The content security policy of a page. `scripts` are those that stand in it by the shop's own doing: by their contents, for a
 * page that is kept and sent to many cannot carry a secret of one answer. A script that somebody else got into it is refused by
 * the browser.
 */
export function policyOf(scripts: readonly string[], hosts: PolicyHosts): string {
  const own = hashesOf(scripts)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...own, ...hosts.script].join(' '),
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...hosts.image].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.connect].join(' '),
    ["frame-src 'self'", ...hosts.frame].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A page whose own scripts were marked by a word that nobody else knew, without the word; and the contents of these scripts. */
export function withoutNonce(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const own = html.matchAll(new RegExp(`<script${mark}[^>]*>([^]*?)</script>`, 'g'))
  return { html: html.replaceAll(mark, ''), scripts: [...own].flatMap(([, script]) => script || []) }
}

const hashesOf = (contents: readonly string[]) => new Set(contents.map(hashOf))
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
