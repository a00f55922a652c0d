import * as z from 'zod/mini'
import { changingParts } from './answer-parts.ts'

/** In an answer: an address of another host, or a path of this shop. On the network every one of them is absolute. */
export const Address = z.string()

/** A source set, as `<source srcset>` takes it: such addresses, each with its width. */
export const SourceSet = z.string()

/** Gives an answer whose paths have the shop's own address before them. */
type Complete = (answer: unknown, shopUrl: string) => unknown

/**
 * What makes the addresses absolute in an answer of this schema; undefined where it has none. The mount does it, for
 * clients of any origin: verbs and pages know the paths alone, which are shorter.
 */
export const completing = (schema: z.core.$ZodType): Complete | undefined =>
  changingParts<string>(schema, part => (part === Address ? completeOne : part === SourceSet ? completeSet : undefined))

const completeOne: Complete = (address, shopUrl) => absolute(String(address), shopUrl)

const completeSet: Complete = (set, shopUrl) =>
  String(set)
    .split(', ')
    .map(address => absolute(address, shopUrl))
    .join(', ')

function absolute(address: string, shopUrl: string): string {
  return address.startsWith('/') ? `${shopUrl}${address}` : address
}
