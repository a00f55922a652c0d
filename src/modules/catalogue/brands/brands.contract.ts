import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, searchText, paging, requiredText } from '#kernel/fields'
import { Picture } from '#kernel/picture'
import { toolLimits } from '../catalogue.rules.ts'
import { brandFieldTexts } from './brands.texts.ts'

/** A maker of tools. `count`: its tools on sale. */
export const Brand = z.object({
  _id: z.string(),
  name: z.string(),
  logo: z.nullable(Picture),
  count: z.number(),
})
export type Brand = z.infer<typeof Brand>

export const brandsContract = {
  getBrandPage: endpoint('GET /brands/by-name/:name', {
    summary: 'What stands above a brand’s tools. However its name is capitalised, it is the same brand.',
    access: 'everyone',
    reads: ['brand', 'tool'],
    params: z.object({ name: requiredText(() => brandFieldTexts.name, toolLimits.brand) }),
    answer: Brand,
    refusals: ['brand-gone'],
  }),
  listBrands: endpoint('GET /brands', {
    summary: 'The brands by name. `q`: a part of the name.',
    access: 'staff:catalogue',
    paged: true,
    query: z.object({ ...paging(), q: searchText(80) }),
    answer: z.array(Brand),
  }),
  changeBrand: endpoint('PUT /brands/:id', {
    summary: 'Gives a brand its logo, or takes it away.',
    access: 'staff:catalogue',
    params: z.object({ id: Id }),
    /** An address that the image host gave out; null for none. */
    body: z.object({ logo: z.nullable(requiredText(() => brandFieldTexts.logo, 2000)) }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['brand-gone'],
  }),
}
