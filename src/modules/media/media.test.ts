import { describe, expect, it } from 'vitest'
import { pictureAt, pictureKeyOf, pictureOf, picturePath, renditionPattern } from './pictures.rules.ts'
import { formatOf, problemOfFile } from './upload.rules.ts'

const key = '0123456789abcdef'.repeat(2)
const isShop = (origin: string) => origin === 'https://shop.example'

describe('formatOf', () => {
  const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))

  it.each([
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n....', 'png'],
    ['RIFF....WEBPVP8 ', 'webp'],
    ['\0\0\0\x1cftypavif\0\0\0\0', 'avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'avif'],
    ['RIFF....WAVE', undefined],
    ['LIST....WEBPVP8 ', undefined],
    ['\0\0\0\x1cmoovavif', undefined],
    ['aviftypheic\0\0', undefined],
    ['\0\0\0\x1cftypheic\0\0\0\0', undefined],
    ['GIF89a', undefined],
    ['<svg xmlns="', undefined],
    [' \xff\xd8\xff', undefined],
    ['', undefined],
  ])('of %j is %s', (start, format) => expect(formatOf(bytes(start))).toBe(format))
})

describe('problemOfFile', () => {
  it.each([
    [{ size: 10, type: 'image/png' }, undefined],
    [{ size: 10 * 1024 ** 2, type: 'image/avif' }, undefined],
    [{ size: 10 * 1024 ** 2 + 1, type: 'image/jpeg' }, 'This file is larger than 10 MB. Choose a smaller one.'],
    [{ size: 10, type: 'image/svg+xml' }, 'This file is not a JPEG, PNG, WebP or AVIF picture. Choose one of these.'],
    [{ size: 0, type: 'image/png' }, 'This picture is damaged or incomplete. Save it again, or choose another one.'],
  ])('of %j is %j', (file, problem) => expect(problemOfFile(file)).toBe(problem))
})

describe('pictureKeyOf', () => {
  it.each([
    picturePath(key),
    `https://shop.example${picturePath(key)}`,
    `/images/${key}-320.avif`,
    `https://shop.example/images/../images/${key}-640.webp`,
  ])('is told of %s', address => expect(pictureKeyOf(address, isShop)).toBe(key))

  it.each([
    '',
    key,
    `https://other.example${picturePath(key)}`,
    `//other.example${picturePath(key)}`,
    `${picturePath(key)}?x`,
    `${picturePath(key)}/x`,
    `/images/${key}-100.webp`,
    `/images/${key}-320.svg`,
    `/other/${key}-320.webp`,
    `/images/x/${key}-320.webp`,
    `javascript:${picturePath(key)}`,
    `data:image/webp,${picturePath(key)}`,
  ])('is not told of %j', address => expect(pictureKeyOf(address, isShop)).toBeUndefined())
})

describe('a stored picture', () => {
  it('is there in every width and format, with the space that a page keeps for it', () => {
    expect(pictureOf({ key: 'k', width: 1200, height: 900 })).toEqual({
      src: '/images/k-640.webp',
      avif: '/images/k-320.avif 320w, /images/k-640.avif 640w, /images/k-960.avif 960w',
      webp: '/images/k-320.webp 320w, /images/k-640.webp 640w, /images/k-960.webp 960w',
      width: 1200,
      height: 900,
    })
  })

  it.each([`/images/${key}-960.webp`, `https://shop.example/images/${key}-320.webp`])('is known by %s', address => {
    expect(pictureAt(address, 'https://shop.example')).toEqual(pictureOf({ key, width: 640, height: 480 }))
  })

  it.each([
    '',
    `https://other.example/images/${key}-960.webp`,
    `https://shop.example.evil/images/${key}-960.webp`,
    `/x/images/${key}-960.webp`,
    `/images/${key}-960.webp?x`,
    `/images/${key}-960.avif`,
    '/images/0123-960.webp',
  ])('is not known by %j', address => expect(pictureAt(address, 'https://shop.example')).toBeNull())
})

it('names files that cannot leave their folder', () => {
  for (const name of [`../${key}-320.webp`, `${key}-320.webp/..`, `${key}-320.webp\n`, `.${key}-320.webp`]) {
    expect(renditionPattern.test(name)).toBe(false)
  }
})
