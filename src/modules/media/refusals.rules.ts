import { type RefusalTable, refusing } from '#kernel/refusals'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const mediaRefusals = {
  'not-a-picture': {
    status: 415,
    title: 'Not a picture',
    message: 'This file is not a JPEG, PNG, WebP or AVIF picture. Choose one of these.',
  },
  'picture-damaged': {
    status: 422,
    title: 'Picture damaged',
    message: 'This picture is damaged or incomplete. Save it again, or choose another one.',
  },
  'picture-too-large': {
    status: 422,
    title: 'Picture too large',
    message: ({ megapixels }) => `This picture has more than ${megapixels} megapixels. Make it smaller first.`,
  },
  'too-many-pictures': {
    status: 429,
    title: 'Too many pictures',
    message: ({ limit }) => `You have uploaded ${limit} pictures today. Upload the next one tomorrow.`,
  },
  'image-host-unreachable': {
    status: 503,
    title: 'Image host out of reach',
    message: 'The picture could not be stored just now. Try again in a minute.',
  },
} satisfies RefusalTable

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing({ ...mediaRefusals })
