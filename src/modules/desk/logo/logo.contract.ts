import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { storable, mostCharacters } from '#kernel/fields'
import { logoFieldTexts } from './logo.texts.ts'

export const logoContract = {
  changeLogo: endpoint('PUT /shop-logo', {
    summary: 'Gives the shop a logo, if it is still at the version that was read; null takes it away.',
    access: 'staff:settings',
    body: z.object({
      /** As the image host gave it out. */
      img: z.nullable(z.string({ error: () => logoFieldTexts.picture }).check(mostCharacters(2000), storable)),
      version: z
        .int({ error: () => logoFieldTexts.version })
        .check(z.minimum(0, { error: () => logoFieldTexts.version })),
    }),
    answer: z.object({ version: z.number(), modifiedCount: z.number() }),
    refusals: ['changed-meanwhile'],
  }),
}
