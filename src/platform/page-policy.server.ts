import { createHash } from 'node:crypto'

/** Further hosts that pages may load scripts, frames and connections from. */
export type PolicyHosts = { script: string[]; frame: string[]; connect: string[] }

/**
 * The content security policy of one rendered page. What is inline in it is named by its hash: a page that is kept and
 * sent to many cannot carry a secret of one answer.
 */
export function policyOf(html: string, hosts: PolicyHosts): string {
  const scripts = hashesOf(html, inlineScript)
  const styles = hashesOf(html, inlineStyle)
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

function hashesOf(html: string, element: RegExp): string[] {
  const hashes = Array.from(html.matchAll(element), ([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  })
  return [...new Set(hashes)]
}
