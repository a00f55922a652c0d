import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { storable } from '#kernel/fields'

const sayVersion = 'Say which version was read.'

export const logoContract = {
  changeLogo: endpoint('PUT /shop-logo', {
    summary: 'Gives the shop a logo, if it is still at the version that was read; null takes it away.',
    access: 'staff:settings',
    body: z.object({
      /** As the image host gave it out. */
      img: z.nullable(z.string('Choose a picture.').check(z.maxLength(2000, 'Use at most 2000 characters.'), storable)),
      version: z.int(sayVersion).check(z.minimum(0, sayVersion)),
    }),
    answer: z.object({ version: z.number(), modifiedCount: z.number() }),
    refusals: ['changed-meanwhile'],
  }),
}
