/**
 * What the people of a shop may do, each beyond what any account may. A role is a set of these, kept as data; a migration
 * gives a new one to the owners.
 */
export const permissions = [
  'orders',
  'shipping',
  'cancellations',
  'refunds',
  'customers',
  'companies',
  'reviews',
  'catalogue',
  'stock',
  'imports',
  'prices',
  'reports',
  'settings',
  'staff',
  'audit',
] as const
export type Permission = (typeof permissions)[number]

/**
 * Who may make a call. The server decides by the account row it reads for each request; a screen only follows.
 *
 * - `everyone`           no account needed
 * - `id-token`           the bearer is the identity service's ID token, not yet one of the shop's
 * - `signed-in`          any account; the answer concerns the caller alone
 * - `owner`              signed in, and the thing named in the call is the caller's (the verb checks)
 * - `owner-or-staff:x`   as `owner`, or an account whose role has the permission (the verb checks)
 * - `staff:x`            an account whose role has the permission at this moment
 * - `provider`           another service, by a signature that the verb checks
 */
export type Access =
  | 'everyone'
  | 'id-token'
  | 'signed-in'
  | 'owner'
  | `owner-or-staff:${Permission}`
  | `staff:${Permission}`
  | 'provider'

/** The roles that each shop has: whoever buys, and its owners, whom the specification calls admins. */
export const customerRole = 'customer'
export const ownerRole = 'admin'

/** The account that makes a call, as the database knows it now. */
export type Caller = {
  id: string
  sessionId: string
  /** The company for which it buys in this session. Without one it buys for itself. */
  companyId?: string
  email: string
  emailVerified: boolean
  displayName: string
  /** Orders nothing, by the shop's own decision. */
  isBlocked?: true
  /** The key of its role. */
  role: string
  permissions: readonly Permission[]
}

/** Whether this account's role has the permission. */
export const may = (caller: Pick<Caller, 'permissions'> | undefined, permission: Permission): boolean =>
  caller?.permissions.includes(permission) === true

/** Whether this account sees who the shop's customers are: in their list, or in all orders. */
export const seesCustomers = (caller: Pick<Caller, 'permissions'> | undefined): boolean =>
  may(caller, 'customers') || may(caller, 'orders')

/** Whether this account is of the shop's own people. */
export const isStaff = (caller: Pick<Caller, 'permissions'> | undefined): boolean =>
  caller !== undefined && caller.permissions.length > 0

/** The permission that the access rule wants of everyone who makes the call. */
export const permissionFor = (access: Access): Permission | undefined =>
  permissions.find(permission => access === `staff:${permission}`)

/** Whether the access rule wants one of the shop's own access tokens. */
export const needsAccount = (access: Access): boolean => !['everyone', 'id-token', 'provider'].includes(access)
