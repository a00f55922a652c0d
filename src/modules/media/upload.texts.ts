import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of choosing and uploading a picture. What can be wrong with one: `kernel/refusals.ts`. */
export const imagesTexts = texts('media.images', {
  choose: 'Choose a picture',
  chooseSeveral: 'Choose pictures',
  replace: 'Replace',
  remove: 'Remove',
  cancel: 'Cancel',
  retry: 'Try again',
  dropHint: 'or drop it here',
  dropSeveralHint: 'or drop them here',
  failed: (name: string, problem: string) => sentence`${name}: ${problem}`,
  hint: 'JPEG, PNG, WebP or AVIF, up to 10 MB',
  previewOf: (label: string) => sentence`Preview: ${label}`,
  uploading: (percent: number) => `Uploading: ${percent} %`,
  checking: 'Checking the picture . . .',
  uploaded: 'The picture is uploaded.',
  removed: 'The picture is removed.',
  cancelled: 'The upload was cancelled.',
  progress: (label: string) => sentence`Upload of ${label}`,
})
