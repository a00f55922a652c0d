import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** What a new shop still needs, in the order in which an owner would do it. */
export const firstSteps = [
  'name',
  'address',
  'currency',
  'tax',
  'delivery',
  'categories',
  'tools',
  'payment',
  'mail',
  'testMail',
  'legalPages',
  'team',
  'backup',
] as const
export type FirstStep = (typeof firstSteps)[number]

export const firstStepsContract = {
  listFirstSteps: endpoint('GET /first-steps', {
    summary: 'What a new shop still needs, each ticked by the facts.',
    access: 'staff:settings',
    answer: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  }),
  sendTestMail: endpoint('POST /test-mail', {
    summary: 'Sends a mail to the caller’s own address, as the shop sends its others.',
    access: 'staff:settings',
    answer: z.object({ to: z.string() }),
  }),
}
