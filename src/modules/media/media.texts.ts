/** Every sentence of choosing and uploading a picture. What can be wrong with one: `kernel/refusals.ts`. */
export const imagesTexts = {
  choose: 'Choose a picture',
  replace: 'Replace',
  remove: 'Remove',
  cancel: 'Cancel',
  retry: 'Try again',
  dropHint: 'or drop it here',
  hint: 'JPEG, PNG, WebP or AVIF, up to 10 MB',
  previewOf: (label: string) => `Preview: ${label}`,
  uploading: (percent: number) => `Uploading: ${percent} %`,
  checking: 'Checking the picture . . .',
  uploaded: 'The picture is uploaded.',
  removed: 'The picture is removed.',
  cancelled: 'The upload was cancelled.',
  progress: (label: string) => `Upload of ${label}`,
}
