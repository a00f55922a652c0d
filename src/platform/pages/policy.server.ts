import { createHash } from 'node:crypto'

/** Further hosts that pages may load scripts, frames, connections and pictures from. */
export type PolicyHosts = { script: string[]; frame: string[]; connect: string[]; image: string[] }

/** What is inline in a page by the shop's own doing: the contents of scripts and stylesheets. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }

/**
 * The content security policy of one rendered page. What the shop has put into it is named by its hash: a page that is kept
 * and sent to many cannot carry a secret of one answer. What else stands in the page is not asked for, so a script that
 * somebody got into it is refused by the browser.
 */
export function policyOf({ scripts, styles }: Inline, hosts: PolicyHosts): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf(scripts), ...hosts.script].join(' '),
    ["style-src 'self'", ...hashesOf(styles)].join(' '),
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

/**
 * Takes out of a page the word that its renderer has put on each script of its own, and tells their contents. The word is
 * made for this one rendering, so nobody whose text is in the page can know it.
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const own = Array.from(html.matchAll(inlineScript), ([, attributes = '', content = '']) => ({ attributes, content }))
  return {
    html: html.replaceAll(mark, ''),
    scripts: own.filter(({ attributes }) => attributes.includes(mark)).map(({ content }) => content),
  }
}

const inlineScript = /<script\b(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g

const hashesOf = (contents: readonly string[]) => new Set(contents.map(hashOf))
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
