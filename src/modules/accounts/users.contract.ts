import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Email, searchText, paging, oneLine, storable, mostCharacters } from '#kernel/fields'
import { districtOptions, educationOptions } from './profile.rules.ts'
import { profileFieldTexts } from './profile.texts.ts'

/** A text that may be empty; missing counts as empty. */
function text(...checks: Parameters<z.ZodMiniString['check']>) {
  return z.pipe(
    z.nullish(z.string()),
    z.pipe(
      z.transform((value: string | null | undefined) => value ?? ''),
      z.string().check(z.trim(), storable, oneLine, ...checks),
    ),
  )
}

const atMost = (most: number) => text(mostCharacters(most))

/** One of the options word for word, or none. */
const oneOf = (options: readonly string[]) =>
  text(z.refine(value => value === '' || options.includes(value), { error: () => profileFieldTexts.unlisted }))

/** What the profile form sends. Name and email are the account's, whatever the body says. */
export const ProfileForm = z.object({
  phone: atMost(40),
  education: oneOf(educationOptions),
  link: atMost(500),
  district: oneOf(districtOptions),
})
export type ProfileForm = z.output<typeof ProfileForm>

/** A profile at the edge; what has not been filled in is empty. */
export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  education: z.string(),
  link: z.string(),
  district: z.string(),
})
export type Profile = z.infer<typeof Profile>

export const User = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  /** `customer`, `admin` for an owner of the shop, or the key of another role of its staff. */
  role: z.string(),
  admin: z.boolean(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
})
export type User = z.infer<typeof User>

/** How many users a page of the list has at most, and unless asked. */
export const userPage = { most: 200, usual: 50 }

const Modified = z.object({ modifiedCount: z.number() })

export const usersContract = {
  getProfile: endpoint('GET /users/myProfile', {
    summary: 'The profile of the account with this email, which must be the caller’s.',
    access: 'owner',
    query: z.object({ email: Email }),
    answer: Profile,
  }),
  saveProfile: endpoint('PUT /users/myProfile', {
    summary: 'Writes the whole profile: what is left out becomes empty. Nothing changed: both counts are 0.',
    access: 'owner',
    query: z.object({ email: Email }),
    body: ProfileForm,
    answer: z.object({ modifiedCount: z.number(), upsertedCount: z.number() }),
  }),
  listUsers: endpoint('GET /users', {
    summary:
      'The accounts, newest first: every one of them for staff who look after customers or staff, the caller’s own for anybody else.',
    access: 'signed-in',
    paged: true,
    query: z.object({
      ...paging(),
      q: searchText(200),
    }),
    answer: z.array(User),
  }),
  makeAdmin: endpoint('PUT /users/admin/:email', {
    summary:
      'Makes the confirmed accounts with this email admins. Wants a login, or `POST /session/proof`, of the last ten minutes.',
    access: 'staff:staff',
    params: z.object({ email: Email }),
    answer: Modified,
    refusals: ['password-needed', 'login-needed-again', 'account-gone', 'email-unconfirmed', 'beyond-own-role'],
  }),
  takeRoleBack: endpoint('DELETE /users/admin/:email', {
    summary: 'Makes the admins with this email customers again, but neither the last admin nor the one of ADMIN_EMAIL.',
    access: 'staff:staff',
    params: z.object({ email: Email }),
    answer: Modified,
    refusals: ['account-gone', 'last-admin', 'admin-by-setting', 'beyond-own-role'],
  }),
}
