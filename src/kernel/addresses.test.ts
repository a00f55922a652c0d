import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Address, completing } from './addresses.ts'
import { Picture } from './picture.ts'

const shopUrl = 'https://shop.example'
const Answer = z.array(
  z.object({
    name: z.string(),
    img: z.nullable(Address),
    more: z.optional(z.object({ picture: z.nullable(Picture), to: z.optional(Address) })),
  }),
)

describe('an answer that leaves the shop (finding 3)', () => {
  it('has the shop’s own address before every path, however deep, and before nothing else', () => {
    const picture = { src: '/images/a-640.webp', avif: '/images/a-320.avif 320w, /images/a-640.avif 640w', webp: '' }
    const answer = [
      { name: '/images/a', img: '/images/a-640.webp', more: { picture: { ...picture, width: 4, height: 3 } } },
      { name: '', img: 'https://host.example/a.webp', more: { picture: null, to: '/shop?q=a' } },
      { name: '', img: null },
    ]
    const before = structuredClone(answer)
    expect(completing(Answer)?.(answer, shopUrl)).toEqual([
      {
        name: '/images/a',
        img: `${shopUrl}/images/a-640.webp`,
        more: {
          picture: {
            src: `${shopUrl}/images/a-640.webp`,
            avif: `${shopUrl}/images/a-320.avif 320w, ${shopUrl}/images/a-640.avif 640w`,
            webp: '',
            width: 4,
            height: 3,
          },
        },
      },
      { name: '', img: 'https://host.example/a.webp', more: { picture: null, to: `${shopUrl}/shop?q=a` } },
      { name: '', img: null },
    ])
    expect(answer, 'what the verb answered is not touched').toEqual(before)
  })

  it('gets no field that it did not have, and keeps one that is empty', () => {
    const complete = completing(z.object({ to: z.optional(Address), img: z.optional(Address) }))
    expect(complete?.({ to: undefined }, shopUrl)).toStrictEqual({ to: undefined })
  })

  it('is sent as it is where it has no address', () => {
    expect(completing(z.array(z.object({ name: z.string(), tags: z.array(z.string()) })))).toBeUndefined()
  })
})
