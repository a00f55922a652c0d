import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { Permission } from '#kernel/access'

/** Every sentence of the staff page. */
export const staffTexts = texts('screens.staff', {
  title: 'Staff',
  lead: 'Who works in this shop, and what they may do. Nobody can give what they may not do themselves.',
  failed: 'The staff could not be loaded',

  people: 'People',
  peopleCaption: 'People with a role',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  actions: 'Actions',
  you: 'You',
  change: 'Change role',
  changeNamed: (email: string) => `Change role: ${email}`,
  changeTitle: (name: string) => sentence`The role of ${name}`,
  noRole: 'No role: a customer',
  noRoleEffect: 'From now on, this account sees only its own orders.',
  ownEffect: 'This is you. You may lose pages that you can open now, and only others can give them back.',
  save: 'Save',
  changed: (email: string, role: string) => `${email}: ${role}`,

  invite: 'Invite somebody',
  inviteHint: 'They get an email. With a confirmed account they have the role at once.',
  send: 'Invite',
  invited: (email: string) => `An invitation is on its way to ${email}. It is valid for seven days.`,
  given: (email: string) => `${email} has an account, and the role from now on.`,

  invitations: 'Invitations',
  invitationsCaption: 'Invitations that wait',
  until: 'Valid until',
  over: 'Expired',
  again: 'Send again',
  againNamed: (email: string) => `Send again: ${email}`,
  withdraw: 'Withdraw',
  withdrawNamed: (email: string) => `Withdraw: ${email}`,
  withdrawn: (email: string) => `The invitation for ${email} has been withdrawn`,

  roles: 'Roles',
  rolesLead: 'A role is a set of permissions. A change is in force at once for everybody who has it.',
  newRole: 'New role',
  editRole: 'Change',
  editNamed: (name: string) => sentence`Change: ${name}`,
  editTitle: (name: string) => sentence`The role “${name}”`,
  removeRole: 'Remove',
  removeNamed: (name: string) => sentence`Remove: ${name}`,
  removeTitle: (name: string) => sentence`Remove the role “${name}” ?`,
  removeEffect: 'It can no longer be given to anybody. Only a role that nobody has can be removed.',
  removed: (name: string) => sentence`The role “${name}” is removed`,
  roleName: 'Name',
  permissions: 'May',
  everything: 'Everything, including what later versions of the shop add',
  nothing: 'Nothing yet',
  members: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  saved: (name: string) => sentence`The role “${name}” is saved`,
  beyond: 'Your own role does not include this.',
})

/** What a permission allows, as a tick says it. */
export const permissionTexts = texts<Record<Permission, string>>('screens.permission', {
  orders: 'See all orders and their customers',
  shipping: 'Report shipments and deliveries',
  cancellations: 'Cancel orders that are not paid',
  refunds: 'Give money back; hear of payments that went wrong',
  customers: 'See customers and what they bought, write notes about them, block them',
  reviews: 'Publish and refuse reviews',
  catalogue: 'Add, change and remove products and categories; not the price or stock of what is there',
  stock: 'Change stock, and see its history',
  imports: 'Import and export the catalogue, as far as the other rights go',
  prices: 'Change prices; keep price lists and groups of customers',
  reports: 'Download the books and see the overview',
  settings: 'Change the settings of the shop',
  staff: 'Invite people, give roles and change them',
  audit: 'Read the audit log',
})
