import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { endpoint } from '#kernel/endpoint'
import { pictureField, pictureLimits } from './upload.rules.ts'

export const imagesContract = {
  uploadImage: endpoint('POST /images', {
    summary: 'Stores a picture (JPEG, PNG, WebP or AVIF) and answers its address, which the other calls take as `img`.',
    access: 'signed-in',
    upload: { field: pictureField, mostBytes: pictureLimits.mostBytes },
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        id: z.string(),
        /** On the shop's own address, whichever host keeps the file. */
        url: Address,
        /** Of the largest stored size, in pixels. */
        width: z.number(),
        height: z.number(),
      }),
    }),
    refusals: [
      'not-a-picture',
      'picture-damaged',
      'picture-too-large',
      'too-many-pictures',
      'uploads-busy',
      'too-many-tries',
      'image-host-unreachable',
    ],
  }),
}
