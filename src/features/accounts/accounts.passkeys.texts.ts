import { freshLoginMinutes } from './accounts.passkeys.rules.ts'

/** Every sentence of passkeys. What can go wrong: accounts.passkeys.rules.ts. */
export const passkeyTexts = {
  logIn: 'Log in with a passkey',

  title: 'Passkeys',
  about:
    'A passkey opens your account with the fingerprint, face or PIN of a device, without a password. It is two factors in one: the device, and that you hold it. So no code is asked for.',
  list: 'Your passkeys',
  none: 'You have no passkey yet.',
  failed: 'Your passkeys could not be loaded',
  add: 'Add a passkey',
  elsewhere: (host: string) => `Passkeys work at ${host} alone. Open the shop there to add one.`,
  notHere: 'This browser has no passkeys. Update it, or use another one to add a passkey.',

  name: 'Name',
  nameHint: 'So that you recognise it in this list.',
  confirm: 'First, confirm that it is you. Then your browser asks for the device.',
  confirmGoogle: `Your browser asks for the device. You log in with Google, so this works in the first ${freshLoginMinutes} minutes after a login.`,
  password: 'Your password',
  goOn: 'Continue',
  cancel: 'Cancel',
  added: 'The passkey is added. You can log in with it from now on.',

  addedOn: (day: string) => `Added ${day}`,
  usedOn: (time: string) => `last used ${time}`,
  neverUsed: 'not used yet',
  synced: 'kept for your other devices too',
  oneDevice: 'on one device only',
  keeper: (name: string) => `in ${name}`,

  rename: 'Rename',
  renameNamed: (name: string) => `Rename: ${name}`,
  renameTitle: 'Rename this passkey',
  save: 'Save',
  renamed: 'The passkey has its new name',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove: ${name}`,
  removeQuestion: (name: string) => `Remove the passkey “${name}” ?`,
  removeEffect:
    'It opens your account no more. Whoever is logged in with it stays logged in until you end that session. Delete it on the device too: there it is offered on.',
  removed: 'The passkey is removed',
}
