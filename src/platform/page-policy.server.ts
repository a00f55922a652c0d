import { createHash } from 'node:crypto'

/** Further hosts that pages may load scripts, frames and connections from. */
export type PolicyHosts = { script: string[]; frame: string[]; connect: string[] }

/**
 * The content security policy of one rendered page. What is inline in it is named by its hash: a page that is kept and
 * sent to many cannot carry a secret of one answer. `added` are inline scripts that the page puts into itself.
 */
export function policyOf(html: string, hosts: PolicyHosts, added: readonly string[] = []): string {
  const scripts = new Set([...contentsOf(html, inlineScript), ...added].map(hashOf))
  const styles = new Set(contentsOf(html, inlineStyle).map(hashOf))
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts, ...hosts.script].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.connect].join(' '),
    ["frame-src 'self'", ...hosts.frame].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const inlineScript = /<script\b(?![^>]*\bsrc=)(?![^>]*\btype="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g
const inlineStyle = /<style\b[^>]*>([\s\S]*?)<\/style>/g

const contentsOf = (html: string, element: RegExp) => Array.from(html.matchAll(element), ([, content = '']) => content)

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
