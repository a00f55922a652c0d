import type { ArticleSection } from '../shapes.rules.ts'

/**
 * Pages and articles as they are typed: paragraphs with an empty line between them, `## ` before a heading, `- ` before each
 * point of a list, and lines of code between two lines of three backticks.
 */

const heading = /^#{1,3}\s+(\S.*)$/
const point = /^[-*•]\s+(\S.*)$/
const fence = /^```$/

type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'points'; lines: string[] }
  | { kind: 'code'; lines: string[] }

/** The parts of a page, from its text. Whatever is typed is a text: there is nothing that could be wrong with it. */
export function readText(text: string): ArticleSection[] {
  const sections: ArticleSection[] = []
  let open: ArticleSection | undefined
  const begin = (section: ArticleSection) => {
    sections.push(section)
    return (open = section)
  }
  for (const block of blocksOf(text.replaceAll('\r\n', '\n').split('\n'))) {
    if (block.kind === 'heading') begin({ heading: block.text, paragraphs: [] })
    else {
      // Within a part, paragraphs come first, then points, then code; what comes later begins the next part.
      const section = open && takes(open, block.kind) ? open : begin({ paragraphs: [] })
      if (block.kind === 'paragraph') section.paragraphs.push(block.text)
      else section[block.kind] = block.lines
    }
  }
  return sections
}

function takes(section: ArticleSection, kind: 'paragraph' | 'points' | 'code'): boolean {
  if (section.code) return false
  return kind === 'code' || !section.points
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let points: string[] = []
  let code: string[] | undefined
  const end = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') })
    if (points.length > 0) blocks.push({ kind: 'points', lines: points })
    paragraph = []
    points = []
  }
  for (const line of lines) {
    const words = line.trim()
    if (code) {
      if (!fence.test(words)) code.push(line)
      else {
        blocks.push({ kind: 'code', lines: code })
        code = undefined
      }
      continue
    }
    const [, head] = heading.exec(words) ?? []
    const [, item] = point.exec(words) ?? []
    if (words === '' || head || fence.test(words)) end()
    if (head) blocks.push({ kind: 'heading', text: head })
    else if (fence.test(words)) code = []
    else if (item) {
      if (paragraph.length > 0) end()
      points.push(item)
    } else if (words !== '') {
      if (points.length > 0) end()
      paragraph.push(words)
    }
  }
  end()
  // What nobody has closed goes on to the end.
  if (code) blocks.push({ kind: 'code', lines: code })
  return blocks
}

/** The text that `readText` reads these parts from. */
export function writeText(sections: readonly ArticleSection[]): string {
  return sections.flatMap(writeSection).join('\n\n')
}

function writeSection({ heading, paragraphs, points = [], code }: ArticleSection): string[] {
  return [
    ...(heading ? [`## ${heading}`] : []),
    ...paragraphs,
    ...(points.length > 0 ? [points.map(item => `- ${item}`).join('\n')] : []),
    ...(code ? [['```', ...code, '```'].join('\n')] : []),
  ]
}
