import { type RefusalTable, refusing } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const mediaRefusals = texts('media.refusals', {
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
  'not-a-pdf': {
    status: 415,
    title: 'Not a PDF',
    message: 'This file is not a PDF, or it is incomplete. Save it as a PDF again, or choose another one.',
  },
  'documents-not-kept': {
    status: 409,
    title: 'No place for documents',
    message: 'The image host of this shop takes pictures only. Documents need the local disk or an S3 store.',
  },
  'image-host-unreachable': {
    status: 503,
    title: 'Image host out of reach',
    message: 'The file could not be stored just now. Try again in a minute.',
  },
  'image-host-silent': {
    status: 503,
    title: 'Image host out of reach',
    message: 'The file cannot be read just now. Try again in a minute.',
  },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, or of any call's. */
export const refuse = refusing(mediaRefusals)
