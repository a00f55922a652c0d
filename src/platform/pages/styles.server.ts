import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The built stylesheets by their addresses. */
export async function readStyles(clientDirectory: string): Promise<Map<string, string>> {
  const names = (await readdir(join(clientDirectory, 'assets'))).filter(name => name.endsWith('.css'))
  const contents = await Promise.all(names.map(name => readFile(join(clientDirectory, 'assets', name), 'utf8')))
  return new Map(names.map((name, index) => [`/assets/${name}`, (contents[index] ?? '').trim()]))
}

/**
 * Puts the stylesheets that a page links into the page itself, in their order: nothing is fetched before the first paint
 * then. The links stay, disabled, so that the browser's copy of the page finds the elements that it expects. `styles`: what
 * the page has inline now.
 */
export function inlineStyles(html: string, styles: ReadonlyMap<string, string>): { html: string; styles: string[] } {
  const head = html.indexOf('</head>')
  if (head < 0) return { html, styles: [] }
  const contents: string[] = []
  const linked = html.slice(0, head).replace(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, link => {
    // The router puts a bare "#" behind a sheet that several of a page's parts have.
    const [, address = ''] = /\bhref="([^"#]*)#?"/.exec(link) ?? []
    const content = styles.get(address)
    // A closing tag in a string of the sheet would end the element.
    if (content === undefined || /<\/style/i.test(content)) return link
    contents.push(content)
    return `<link disabled=""${link.slice('<link'.length)}`
  })
  if (contents.length === 0) return { html, styles: [] }
  const first = linked.indexOf('<link disabled')
  const style = contents.join('')
  return {
    html: `${linked.slice(0, first)}<style>${style}</style>${linked.slice(first)}${html.slice(head)}`,
    styles: [style],
  }
}
