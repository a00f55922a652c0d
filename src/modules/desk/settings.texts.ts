import { texts } from '#kernel/texts'

/** What is said of settings that cannot be as an owner wants them. */
export const settingTexts = texts('desk.settings', {
  characters: 'Use at most 50,000 characters.',
  missing: 'Say which settings change.',
  changed: 'Somebody else has changed this. Save again to have it as you typed it.',
  unknown: 'The shop has no such setting.',
  environment: (name: string) => `The environment says it, as ${name}. Change it there, or take it out there.`,
  complaint: (complaint: string) => `It ${complaint}.`,
  currency: 'The currency stays as it is: there are orders in it.',
})
