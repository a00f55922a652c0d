import { createHash } from 'node:crypto'

/** Further hosts that pages may load scripts, frames, connections and pictures from. */
export type PolicyHosts = { script: string[]; frame: string[]; connect: string[]; image: string[] }

/**
 * The scripts that stand in a page by the shop's own doing: by their contents, where they are known before, for a page that is
 * kept and sent to many cannot carry a secret of one answer; or by the word that stands on each, made for one answer.
 */
export type Inline = { scripts: readonly string[] } | { nonce: string }

/** The content security policy of a page. A script that somebody else got into it is refused by the browser. */
export function policyOf(inline: Inline, hosts: PolicyHosts): string {
  const own = 'nonce' in inline ? [`'nonce-${inline.nonce}'`] : hashesOf(inline.scripts)
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

const hashesOf = (contents: readonly string[]) => new Set(contents.map(hashOf))
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
