import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type IconName, iconNames } from '../../src/ui/icon-names.ts'

/** The sheet of icons: `node test/generated/icons.ts` writes it anew, from the drawings of the library. */

export const sheetPath = new URL('../../src/ui/icons.svg', import.meta.url)

type Drawn = { __iconData: { node: [tag: string, attributes: Record<string, string>][] } }

/** One `<symbol>` for each icon. How wide its lines are is left to whoever shows it. */
export async function drawSheet(): Promise<string> {
  const symbols = await Promise.all(iconNames.map(symbolOf))
  return [
    '<!-- Lucide, https://lucide.dev, ISC licence. Drawn by test/generated/icons.ts: change the names there, not this file. -->',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    ...symbols,
    '</svg>\n',
  ].join('\n')
}

async function symbolOf(name: IconName): Promise<string> {
  const { __iconData } = (await import(await drawingOf(name))) as Drawn
  const shapes = __iconData.node.map(([tag, attributes]) => {
    // A key is for lists of React.
    const drawn = Object.entries(attributes).filter(([attribute]) => attribute !== 'key')
    const written = drawn.map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${written.join('')}/>`
  })
  const look = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
  return `<symbol id="${name}" viewBox="0 0 24 24" ${look}>${shapes.join('')}</symbol>`
}

/** The module that holds the drawing: an older name only points to it. */
async function drawingOf(name: string): Promise<string> {
  const module = import.meta.resolve(`lucide-react/icons/${name}`)
  const pointed = /^export \{ default \} from '\.\/([\w-]+)\.mjs'/m.exec(await readFile(new URL(module), 'utf8'))
  return pointed?.[1] ? new URL(`${pointed[1]}.mjs`, module).href : module
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(sheetPath, await drawSheet())
}
