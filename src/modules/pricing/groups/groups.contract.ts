import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Email, Id, paging, requiredText, wholeNumber } from '#kernel/fields'
import { listLimits } from '../lists/lists.rules.ts'
import { groupFieldTexts } from './groups.texts.ts'

/** A group of customers, to which price lists can be given. */
export const CustomerGroup = z.object({
  _id: z.string(),
  name: z.string(),
  members: z.number(),
  /** Price lists that are given to it. */
  lists: z.number(),
  version: z.number(),
})
export type CustomerGroup = z.infer<typeof CustomerGroup>

export const GroupMember = z.object({ _id: z.string(), name: z.string(), email: z.string() })
export type GroupMember = z.infer<typeof GroupMember>

export const GroupInput = z.object({ name: requiredText(() => groupFieldTexts.name, listLimits.name) })
export const NewMember = z.object({ email: Email })

const params = z.object({ id: Id })

export const customerGroupsContract = {
  listGroups: endpoint('GET /customer-groups', {
    summary: 'The groups of customers, by page.',
    access: 'staff:prices',
    paged: true,
    query: z.object(paging()),
    answer: z.array(CustomerGroup),
  }),
  addGroup: endpoint('POST /customer-groups', {
    summary: 'Adds a group of customers.',
    access: 'staff:prices',
    idempotent: true,
    body: GroupInput,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['idempotency-key-reused'],
  }),
  renameGroup: endpoint('PUT /customer-groups/:id', {
    summary: 'Renames a group, if nobody else has since `version` was read.',
    access: 'staff:prices',
    params,
    body: z.extend(GroupInput, { version: wholeNumber(() => groupFieldTexts.version) }),
    answer: z.object({ modifiedCount: z.number(), version: z.number() }),
    refusals: ['customer-group-gone', 'changed-meanwhile'],
  }),
  removeGroup: endpoint('DELETE /customer-groups/:id', {
    summary: 'Removes a group that no price list is given to.',
    access: 'staff:prices',
    params,
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['customer-group-gone', 'customer-group-in-use'],
  }),
  listMembers: endpoint('GET /customer-groups/:id/members', {
    summary: 'Who is in a group, by page.',
    access: 'staff:prices',
    paged: true,
    params,
    query: z.object(paging()),
    answer: z.array(GroupMember),
    refusals: ['customer-group-gone'],
  }),
  addMember: endpoint('POST /customer-groups/:id/members', {
    summary: 'Puts a customer into a group, by the email of the account. The same again changes nothing.',
    access: 'staff:prices',
    params,
    body: NewMember,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['customer-group-gone', 'customer-group-full'],
  }),
  removeMember: endpoint('DELETE /customer-groups/:id/members/:account', {
    summary: 'Takes a customer out of a group.',
    access: 'staff:prices',
    params: z.object({ id: Id, account: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['customer-group-gone'],
  }),
}
