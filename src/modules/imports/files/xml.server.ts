import { SaxesParser } from 'saxes'
import { FileProblem, importLimits } from '../import.rules.ts'
import type { XmlNode } from './xml.rules.ts'

/** What a reader of XML hears of: the outermost element first, then each of the elements that it waits for. */
export type XmlPart = { isRoot: boolean; node: XmlNode }

/**
 * Reads XML piece by piece. Of the elements named in `names` it builds one at a time; everything else passes by. Names
 * count without their prefix. No document type, no entities but the five of the language, nothing that grows without end.
 */
export async function* readXml(text: AsyncIterable<string>, names: ReadonlySet<string>): AsyncGenerator<XmlPart[]> {
  const parser = new SaxesParser({ position: true })
  const heard = listen(parser, names)
  for await (const chunk of text) {
    heard.run += chunk.length
    write(() => parser.write(chunk), parser)
    if (heard.run > importLimits.xmlRun) throw new FileProblem('xml-too-large', { line: parser.line })
    if (heard.parts.length > 0) yield heard.parts.splice(0)
  }
  write(() => parser.close(), parser)
  if (heard.parts.length > 0) yield heard.parts.splice(0)
}

/** What the parser itself throws is a broken file, too. */
function write(work: () => void, parser: SaxesParser): void {
  try {
    work()
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw new FileProblem('xml-broken', { line: parser.line, value: messageOf(error) })
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/^\d+:\d+: /, '').slice(0, importLimits.text)

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function listen(parser: SaxesParser, names: ReadonlySet<string>) {
  const heard = { run: 0, parts: [] as XmlPart[] }
  const open: XmlNode[] = []
  let depth = 0
  let attributes = 0
  let nodes = 0
  const tooLarge = () => new FileProblem('xml-too-large', { line: parser.line })
  parser.on('error', error => {
    throw new FileProblem('xml-broken', { line: parser.line, value: messageOf(error) })
  })
  parser.on('doctype', () => {
    throw new FileProblem('xml-forbidden', { line: parser.line, value: 'DOCTYPE' })
  })
  for (const event of ['comment', 'processinginstruction'] as const) parser.on(event, () => void (heard.run = 0))
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > importLimits.xmlAttributes) throw tooLarge()
  })
  parser.on('opentag', tag => {
    heard.run = 0
    attributes = 0
    depth += 1
    if (depth > importLimits.xmlDepth) throw tooLarge()
    const node: XmlNode = { name: local(tag.name), line: parser.line, attributes: new Map(), text: '', children: [] }
    for (const [name, value] of Object.entries(tag.attributes)) node.attributes.set(local(name), value)
    if (depth === 1) heard.parts.push({ isRoot: true, node })
    const parent = open.at(-1)
    if (!parent && !names.has(node.name)) return
    nodes = parent ? nodes + 1 : 1
    if (nodes > importLimits.xmlNodes) throw tooLarge()
    parent?.children.push(node)
    open.push(node)
  })
  const addText = (text: string) => {
    heard.run = 0
    const node = open.at(-1)
    if (!node) return
    node.text += text
    if (node.text.length > importLimits.csvRecord) throw tooLarge()
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    heard.run = 0
    depth -= 1
    const node = open.pop()
    if (node && open.length === 0) heard.parts.push({ isRoot: false, node })
  })
  return heard
}
