import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import { freshLoginMinutes } from '#rules/identity'

/** Every sentence of passkeys. What can go wrong: passkeys.texts.ts of identity. */
export const passkeyTexts = texts('screens.passkey', {
  logIn: 'Log in with a passkey',

  title: 'Passkeys',
  about:
    'A passkey opens your account with the fingerprint, face or PIN of a device, without a password. It is two factors in one, the device and you, so you are not asked for a code.',
  list: 'Your passkeys',
  none: 'You have no passkey yet.',
  failed: 'Your passkeys could not be loaded',
  add: 'Add a passkey',
  elsewhere: (host: string) => `Passkeys only work at ${host}. Open the shop there to add one.`,
  notHere: 'This browser does not support passkeys. Update it, or use another one to add a passkey.',

  name: 'Name',
  nameHint: 'Choose a name that you will recognise in this list.',
  confirm: 'First, confirm that it is you. Then your browser asks for the device.',
  confirmGoogle: `Your browser then asks for the device. Because you log in with Google, you can do this only in the first ${freshLoginMinutes} minutes after logging in.`,
  password: 'Your password',
  goOn: 'Continue',
  cancel: 'Cancel',
  added: 'The passkey is added. You can log in with it from now on.',

  addedOn: (day: string) => `Added ${day}`,
  usedOn: (time: string) => `last used ${time}`,
  neverUsed: 'not used yet',
  synced: 'also on your other devices',
  oneDevice: 'on one device only',
  keeper: (name: string) => sentence`in ${name}`,

  rename: 'Rename',
  renameNamed: (name: string) => sentence`Rename: ${name}`,
  renameTitle: 'Rename this passkey',
  save: 'Save',
  renamed: 'The passkey has its new name',
  remove: 'Remove',
  removeNamed: (name: string) => sentence`Remove: ${name}`,
  removeQuestion: (name: string) => sentence`Remove the passkey “${name}” ?`,
  removeEffect:
    'It will no longer open your account. Anyone already logged in with it stays logged in until you end that session. Delete it on the device as well, which will otherwise keep offering it.',
  removeGoogle: `Because you log in with Google, you can do this only in the first ${freshLoginMinutes} minutes after logging in.`,
  removed: 'The passkey is removed',
})
