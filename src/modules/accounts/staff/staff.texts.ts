import { texts } from '#kernel/texts'

/** What is said of the fields of roles and of who has them. */
export const roleTexts = texts('accounts.roles', {
  noPermission: 'The shop has no such permission.',
  permissions: 'Say what the role may do.',
  missing: 'Choose a role.',
  unknown: 'The shop has no such role.',
  name: 'Give the role a name.',
  version: 'Say which version of the role was read',
})
