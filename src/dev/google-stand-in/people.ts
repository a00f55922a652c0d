import * as z from 'zod/mini'
import { Email, requiredText } from '#kernel/fields'
import { standInTexts } from './texts.ts'

export type StandInPerson = { name: string; email: string; confirmed: boolean }

/** Two people who exist nowhere; their domain is reserved for examples (RFC 2606). */
export const inventedPeople = [
  { name: 'Nadia Karim', email: 'nadia.karim@stand-in.example', confirmed: true },
  { name: 'Tomas Varga', email: 'tomas.varga@stand-in.example', confirmed: true },
] satisfies StandInPerson[]

/** The page's form: one of the invented people, or somebody typed in. */
const Typed = z.object({ name: requiredText(() => standInTexts.nameNeeded, 80), email: Email })

export type Choice =
  | { outcome: 'cancelled' }
  | { outcome: 'chosen'; person: StandInPerson }
  | { outcome: 'refused'; problems: { name?: string; email?: string }; typed: StandInPerson }

/** Reads what the form sent. `owner`: the address of the shop's first admin, for whom no stand-in speaks. */
export function readChoice(form: URLSearchParams, owner: string): Choice {
  if (form.has('cancel')) return { outcome: 'cancelled' }
  const invented = inventedPeople.find(person => person.email === form.get('person'))
  if (invented) return { outcome: 'chosen', person: invented }
  const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '', confirmed: form.has('confirmed') }
  const read = z.safeParse(Typed, typed)
  if (!read.success) {
    const { fieldErrors } = z.flattenError(read.error)
    const [name, email] = [fieldErrors.name?.[0], fieldErrors.email?.[0]]
    return { outcome: 'refused', problems: { ...(name && { name }), ...(email && { email }) }, typed }
  }
  if (read.data.email.toLowerCase() === owner.toLowerCase())
    return { outcome: 'refused', problems: { email: standInTexts.ownerRefused }, typed }
  return { outcome: 'chosen', person: { ...typed, ...read.data } }
}
