import { describe, expect, it } from 'vitest'
import { escapeXml } from './engines.rules.ts'
import { iconPath, sharedPictureOf, shopPicture } from './pictures.rules.ts'

describe('the picture that a link to a tool is shown with', () => {
  it('is drawn from the shop’s own picture of it, in the size that networks ask for', () => {
    const { width, height } = shopPicture
    const shared = { src: '/og/tools/0199abcdef.jpg', width, height }
    expect(sharedPictureOf({ src: '/images/0199abcdef-640.webp' })).toEqual(shared)
    expect(sharedPictureOf({ src: 'https://shop.example/images/0199abcdef-960.avif' })).toEqual(shared)
  })

  it.each([null, { src: '' }, { src: 'https://host.example/brake.webp' }, { src: '/images/0199-640.webp?size=1' }])(
    'is none for %j',
    picture => expect(sharedPictureOf(picture)).toBeUndefined(),
  )
})

it('a name says in XML what it says, and never ends where it stands', () => {
  expect(escapeXml(`Nut & bolt "M8" <1'>`)).toBe('Nut &#38; bolt &#34;M8&#34; &#60;1&#39;&#62;')
})

it('an icon has an address of its own', () => expect(iconPath('icon-192')).toBe('/icons/icon-192.png'))
