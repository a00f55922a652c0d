import { readFile } from 'node:fs/promises'
import { projectFile } from '#platform/files/project'
import { loadSharp } from '#platform/files/sharp'
import type { ContentFile } from '#rules/content'
import { type Face, type Line, readFace, setLines } from './lettering.server.ts'
import { colours, shopPicture } from './pictures.rules.ts'

export type Icon = { name: string; size: number; isMaskable?: true; inManifest?: true }

export const icons: readonly Icon[] = [
  { name: 'icon-192', size: 192, inManifest: true },
  { name: 'icon-512', size: 512, inManifest: true },
  // Cut to a circle, or what else the system likes: the drawing stays within the middle 80 percent.
  { name: 'maskable-512', size: 512, isMaskable: true, inManifest: true },
  // For the home screens that read no manifest.
  { name: 'touch-180', size: 180, isMaskable: true },
]

/** For browsers and programs that ask for `/favicon.ico` without reading a page. */
export const faviconIcon: Icon = { name: 'favicon-32', size: 32 }

const favicon = projectFile('public/favicon.svg')
/** The resolution, in dots per inch, at which a unit of an SVG is a pixel. */
const unitDensity = 72

/** An icon of the shop as PNG, of its favicon or another SVG of any size. */
export async function drawIcon({ size, isMaskable }: Icon, mark?: Buffer): Promise<Buffer> {
  const svg = mark ?? (await readFile(favicon))
  const sharp = await loadSharp()
  const drawn = isMaskable ? Math.round(size * 0.78) : size
  const { width, height } = await sharp(svg).metadata()
  const icon = await sharp(svg, { density: (unitDensity * drawn) / Math.max(width, height) })
    .resize(drawn, drawn, { fit: 'contain', background: 'transparent' })
    .png({ palette: true, effort: 10 })
    .toBuffer()
  if (!isMaskable) return icon
  return sharp({ create: { width: size, height: size, channels: 3, background: colours.ink } })
    .composite([{ input: icon }])
    .png({ palette: true, effort: 10 })
    .toBuffer()
}

const left = 72
/** Above it the name, below it the line. */
const middle = 398
const widest = 560
const lineHeight = 1.15

/** The shop's name and line on a blueprint, for whoever is sent a link. */
export async function drawShopPicture({ name, tagline }: ContentFile['shop']): Promise<Buffer> {
  const sharp = await loadSharp()
  const [heading, text] = await Promise.all([readFace('barlow-condensed-700'), readFace('barlow-500')])
  const title = fitted(heading, name, { sizes: [168, 132, 104, 80, 60, 44], tallest: 310 })
  const line = fitted(text, tagline, { sizes: [40, 34, 28], tallest: 150 })
  const words = [
    ...placed(title, middle - 50 - (title.lines.length - 1) * title.size * lineHeight, colours.paper),
    ...placed(line, middle + 32 + line.size, colours.draft),
  ]
  return sharp(Buffer.from(blueprint(words.join(''))))
    .png({ palette: true, colours: 64 })
    .toBuffer()
}

type Fitted = { lines: Line[]; size: number }

/** The words in the largest of the sizes that fits. None, where the face lacks a letter: better than a name with gaps. */
function fitted(face: Face, words: string, { sizes, tallest }: { sizes: number[]; tallest: number }): Fitted {
  for (const size of sizes) {
    const lines = setLines(face, words, { size, width: widest })
    if (!lines) break
    if (lines.length * size * lineHeight <= tallest && lines.every(({ width }) => width <= widest))
      return { lines, size }
  }
  return { lines: [], size: 0 }
}

function placed({ lines, size }: Fitted, top: number, colour: string): string[] {
  return lines.map(
    ({ path }, index) =>
      `<path fill="${colour}" transform="translate(${left} ${top + index * size * lineHeight})" d="${path}"/>`,
  )
}

/** A ventilated brake disc with its dimensions, drawn as in the rest of the shop; parts of no maker. */
function blueprint(words: string): string {
  const { width, height } = shopPicture
  const { night, nightRaised, draft, accent } = colours
  const grid = (step: number) =>
    `<path stroke="${nightRaised}" stroke-width="${step > 50 ? 2 : 1}" d="${[
      ...Array.from({ length: Math.ceil(width / step) }, (_, index) => `M${index * step} 0V${height}`),
      ...Array.from({ length: Math.ceil(height / step) }, (_, index) => `M0 ${index * step}H${width}`),
    ].join('')}"/>`
  const around = (count: number, draw: (angle: number) => string) =>
    Array.from({ length: count }, (_, index) => draw((index * 360) / count)).join('')
  const hole = (y: number, r: number) => (angle: number) => `<circle transform="rotate(${angle})" cy="${y}" r="${r}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${night}"/>
    <g fill="none">${grid(30)}${grid(150)}</g>
    <g transform="translate(900 315)" fill="none" stroke="${draft}" stroke-width="3" stroke-linecap="round">
      <circle r="220"/><circle r="212" stroke-width="1.5"/><circle r="118"/><circle r="110" stroke-width="1.5"/>
      <circle r="44"/><circle r="38" stroke-width="1.5"/>
      <g stroke-width="2">${around(5, hole(-76, 13))}${around(12, hole(-140, 6))}${around(12, angle => hole(-165, 6)(angle + 10))}${around(12, angle => hole(-190, 6)(angle + 20))}</g>
      <path stroke-width="1.5" stroke-dasharray="26 7 5 7" d="M-252 0H252M0-252V252"/>
    </g>
    <g fill="none" stroke="${draft}" stroke-width="1.5">
      <path d="M680 315v272M1120 315v272M680 572h440M680 572l16-5v10zM1120 572l-16-5v10z"/>
    </g>
    <path d="M${left} 398h96" stroke="${accent}" stroke-width="8"/>
    ${words}
    <rect x="24" y="24" width="${width - 48}" height="${height - 48}" fill="none" stroke="${draft}" stroke-width="2"/>
  </svg>`
}
