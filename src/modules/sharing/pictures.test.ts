import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fontCharacters } from '#test/generated/fonts'
import { readFace, setLine, setLines } from './lettering.server.ts'
import { drawIcon, drawShopPicture, icons } from './pictures.server.ts'

const file = 'barlow-condensed-700'

/** The part of a picture where something is drawn in one of its letters' colour. */
async function inkOf(
  path: string,
): Promise<{ left: number; right: number; top: number; bottom: number; pixels: number }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><path transform="translate(50 120)" d="${path}"/></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).extractChannel(3).raw().toBuffer({ resolveWithObject: true })
  const ink = { left: info.width, right: 0, top: info.height, bottom: 0, pixels: 0 }
  for (const [at, alpha] of data.entries()) {
    if (alpha < 128) continue
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    ink.left = Math.min(ink.left, x)
    ink.right = Math.max(ink.right, x)
    ink.top = Math.min(ink.top, y)
    ink.bottom = Math.max(ink.bottom, y)
    ink.pixels += 1
  }
  return ink
}

describe('lettering', () => {
  it('draws letters between base line and height of capitals, as wide as it says', async () => {
    const face = await readFace(file)
    const line = setLine(face, 'HIT', 100)
    const ink = await inkOf(line?.path ?? '')
    expect(ink.bottom).toBeGreaterThanOrEqual(118)
    expect(ink.bottom).toBeLessThanOrEqual(121)
    // The face's capitals are 0.7 em high.
    expect(ink.bottom - ink.top).toBeGreaterThan(66)
    expect(ink.bottom - ink.top).toBeLessThan(74)
    expect(ink.left).toBeGreaterThanOrEqual(50)
    expect(ink.right).toBeLessThanOrEqual(50 + (line?.width ?? 0))
  })

  it('draws every letter of the face in each size, the last of a line too', async () => {
    const face = await readFace(file)
    for (const size of [28, 40, 60, 80, 104, 132, 168]) {
      for (const letter of fontCharacters.match(/[\p{L}\d]/gu) ?? [])
        expect(setLine(face, letter, size)?.path).toMatch(/^(?:[MLQCZ][-\d. ]*)*$/)
    }
    const line = setLine(face, 'Tappet', 168)
    const ink = await inkOf(line?.path ?? '')
    expect(ink.right).toBeGreaterThan(50 + (line?.width ?? 0) - 10)
  })

  it('puts an accent above the letter that carries it', async () => {
    const face = await readFace(file)
    const [plain, accented] = await Promise.all(
      ['u', 'ü'].map(async letter => inkOf(setLine(face, letter, 100)?.path ?? '')),
    )
    expect(accented?.top).toBeLessThan((plain?.top ?? 0) - 5)
    expect(accented?.bottom).toBe(plain?.bottom)
    expect(accented?.pixels).toBeGreaterThan(plain?.pixels ?? 0)
  })

  it('breaks lines between words, and keeps every word', async () => {
    const face = await readFace(file)
    const all = setLine(face, 'Brake discs and pads', 50)
    const lines = setLines(face, 'Brake discs and pads', { size: 50, width: 200 })
    expect(lines?.length).toBeGreaterThan(1)
    expect(lines?.every(({ width }) => width <= 200)).toBe(true)
    const space = setLine(face, ' ', 50)?.width ?? 0
    const sum = (lines ?? []).reduce((sum, { width }) => sum + width, 0) + ((lines?.length ?? 0) - 1) * space
    // But for what is kerned around a space.
    expect(Math.abs(sum - (all?.width ?? 0))).toBeLessThan(2)
  })

  it('says so where the face lacks a letter', async () => {
    const face = await readFace(file)
    expect(setLine(face, 'Запчасти', 50)).toBeUndefined()
    expect(setLines(face, 'Parts Запчасти', { size: 50, width: 200 })).toBeUndefined()
  })
})

/** How many pixels are as light as paper, where the name stands. */
async function lightPixels(shop: Parameters<typeof drawShopPicture>[0]): Promise<number> {
  const raw = await sharp(await drawShopPicture(shop))
    .extract({ left: 60, top: 60, width: 580, height: 320 })
    .greyscale()
    .raw()
    .toBuffer()
  return raw.filter(value => value > 230).length
}

describe('the shop’s picture', () => {
  const shop = { name: 'Tappet', tagline: 'Parts.', phone: '1', address: 'Here' }

  it('shows the name without any font of the system, short or long, and a plain sheet where it cannot', async () => {
    expect(await lightPixels(shop)).toBeGreaterThan(5000)
    expect(await lightPixels({ ...shop, name: 'Müller & Söhne <Fahrzeugteile> für Werkstätten GmbH' })).toBeGreaterThan(
      5000,
    )
    expect(await lightPixels({ ...shop, name: 'Запчасти' })).toBe(0)
    // Three short words would be three lines of the largest size, and leave the sheet at its top.
    const short = await drawShopPicture({ ...shop, name: 'Werkstatt Fahrzeug Teile' })
    const above = await sharp(short).extract({ left: 60, top: 0, width: 580, height: 60 }).greyscale().raw().toBuffer()
    expect(above.filter(value => value > 230)).toHaveLength(0)
    expect(await lightPixels({ ...shop, name: 'Werkstatt Fahrzeug Teile' })).toBeGreaterThan(5000)
  })

  it('draws every icon in its size, the maskable ones without a corner that shines through', async () => {
    for (const icon of icons) {
      const { data, info } = await sharp(await drawIcon(icon))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([icon.size, icon.size])
      if (icon.isMaskable) expect([...data.subarray(0, 4)]).toEqual([0x12, 0x17, 0x1c, 255])
    }
  })

  it('draws a mark of any size whole, and as sharp as a small one', async () => {
    const mark = (width: number, height: number) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#fff" d="M0 0H${width}V${height}H0z"/></svg>`,
      )
    for (const [width, height] of [
      [8, 8],
      [4000, 4000],
      [3000, 1000],
    ] as const) {
      const { data, info } = await sharp(await drawIcon({ name: 'wide', size: 192 }, mark(width, height)))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([192, 192])
      const opaque = data.filter((value, at) => at % 4 === 3 && value === 255).length
      expect(opaque / (192 * 192)).toBeCloseTo(height / width, 2)
    }
  })
})
