import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type FieldError, refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import type { OwnerSettings } from '#platform/settings/owner'
import { findCategories } from '#services/catalogue'
import { toolProblems } from '#texts/catalogue'
import { refuse } from '../refusals.rules.ts'
import type { ChangePriceList, PriceListInput } from './lists.contract.ts'
import { readPercent } from './lists.rules.ts'
import { listProblems } from './lists.texts.ts'
import { differencesFromShop } from './terms.server.ts'

type Changed = z.output<typeof ChangePriceList>
type Written = { id: string; owner: OwnerSettings }
type Rule = Columns<'price_rule', 'category_id' | 'brand_id' | 'discount'>

const subjectOf = (id: string) => ({ kind: 'price-list', id })

/**
 * Adds a price list. Refuses fields: a taken name, a group, company, category or brand that is not there, a rule twice, another
 * currency than the shop's, and prices unlike the shop's, with tax or without, in one that has a tax table.
 */
export function addList(ctx: Context, owner: OwnerSettings, input: PriceListInput): Promise<{ insertedId: string }> {
  const added = transact(ctx, async ctx => {
    const id = newId()
    const content = contentOf(ctx, input)
    const rules = await readRuleInput(ctx, input.rules ?? [])
    await ctx.db
      .insertInto('price_list')
      .values({ ...rowOf(content), id, created_at: ctx.now() })
      .execute()
    await requireLikeShop(ctx, owner, content)
    await writeRules(ctx, id, rules)
    await audit(ctx, {
      action: 'price-list.added',
      subject: subjectOf(id),
      after: { ...content, rules: input.rules ?? [] },
    })
    return { insertedId: id }
  })
  return explainingConstraints(added)
}

/**
 * Changes a price list, if it is still at the version that was read; sending what is there already changes nothing. Refuses:
 * price-list-gone, changed-meanwhile, and fields as `addList` does.
 */
export function changeList(
  ctx: Context,
  { id, owner }: Written,
  input: Changed,
): Promise<{ modifiedCount: number; version: number }> {
  const changed = transact(ctx, async ctx => {
    const { version, ...before } = await lockContent(ctx, id)
    const { rules: rulesBefore, ...contentBefore } = before
    const content = contentOf(ctx, input)
    const rules = input.rules && (await readRuleInput(ctx, input.rules))
    const isSame = sameAs(contentBefore, content) && (!rules || sameRules(rulesBefore, rules))
    if (isSame) return { modifiedCount: 0, version }
    if (input.version !== version) throw refuse('changed-meanwhile')
    await ctx.db
      .updateTable('price_list')
      .set(({ eb }) => ({ ...rowOf(content), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await requireLikeShop(ctx, owner, content)
    if (rules) await writeRules(ctx, id, rules)
    const after = { ...content, rules: rules ?? rulesBefore }
    await audit(ctx, { action: 'price-list.changed', subject: subjectOf(id), before, after })
    return { modifiedCount: 1, version: version + 1 }
  })
  return explainingConstraints(changed)
}

/** Takes a list out of force; doing so twice is doing it once. Refuses: price-list-gone. */
export function removeList(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const gone = await ctx.db
      .updateTable('price_list')
      .set(({ eb }) => ({ removed_at: ctx.now(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!gone) {
      await requireEver(ctx, id)
      return { deletedCount: 0 }
    }
    await audit(ctx, { action: 'price-list.removed', subject: subjectOf(id), before: gone })
    return { deletedCount: 1 }
  })
}

/**
 * Takes back that a list was removed. Refuses: price-list-gone, price-list-name-taken, price-list-other-terms,
 * price-list-other-currency.
 */
export async function restoreList(ctx: Context, { id, owner }: Written): Promise<{ modifiedCount: number }> {
  try {
    return await transact(ctx, async ctx => {
      const back = await ctx.db
        .updateTable('price_list')
        .set(({ eb }) => ({ removed_at: null, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('removed_at', 'is not', null)
        .returning(['name', 'is_gross', 'currency'])
        .executeTakeFirst()
      if (!back) {
        await requireEver(ctx, id)
        return { modifiedCount: 0 }
      }
      const { name, ...terms } = back
      const { currency, gross } = await differencesFromShop(ctx, owner, terms)
      if (currency) throw refuse('price-list-other-currency', currency)
      if (gross) throw refuse('price-list-other-terms')
      await audit(ctx, { action: 'price-list.restored', subject: subjectOf(id), after: { name } })
      return { modifiedCount: 1 }
    })
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'price_list_name') throw refuse('price-list-name-taken')
    // Its group was removed after it, or a category that it took something off.
    if (constraint === 'price_list_given' || constraint === 'price_list_whole') throw refuse('price-list-gone')
    throw error
  }
}

async function requireLikeShop(ctx: Context, owner: OwnerSettings, content: Content): Promise<void> {
  const { currency, gross } = await differencesFromShop(ctx, owner, content)
  const errors: FieldError[] = []
  if (currency) errors.push({ field: 'currency', message: listProblems.otherCurrency(currency.shop) })
  if (gross) errors.push({ field: 'gross', message: listProblems.unlikeShop(!content.is_gross) })
  if (errors.length > 0) throw refuseFields(errors)
}

async function requireEver(ctx: Context, id: string): Promise<void> {
  const list = await ctx.db.selectFrom('price_list').select('id').where('id', '=', id).executeTakeFirst()
  if (!list) throw refuse('price-list-gone')
}

/**
 * Locks a list that is in force: who changes it, its rules or its entries does so in turn. Returns its currency. Refuses:
 * price-list-gone.
 */
export async function lockList(ctx: Context, id: string): Promise<string> {
  const list = await ctx.db
    .selectFrom('price_list')
    .select('currency')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!list) throw refuse('price-list-gone')
  return list.currency
}

function contentOf({ settings }: Context, input: PriceListInput) {
  const { audience } = input
  return {
    name: input.name,
    currency: input.currency ?? settings.currency,
    is_gross: input.gross,
    from_day: input.from ?? null,
    until_day: input.until ?? null,
    priority: input.priority ?? 0,
    audience,
    group_id: audience === 'group' ? (input.group ?? null) : null,
    company_id: audience === 'company' ? (input.company ?? null) : null,
    minimum_quantity: input.minimum ?? null,
    quantity_multiple: input.multiple ?? null,
  }
}

type Content = ReturnType<typeof contentOf>

const dayOf = (day: string | null) => sql<Date | null>`${day}::date`
const rowOf = (content: Content) => ({
  ...content,
  from_day: dayOf(content.from_day),
  until_day: dayOf(content.until_day),
})

type Locked = Content & Columns<'price_list', 'version'> & { rules: Rule[] }

async function lockContent(ctx: Context, id: string): Promise<Locked> {
  await lockList(ctx, id)
  const { rows } = await sql<Locked>`
    select name, currency, is_gross, from_day::text, until_day::text, priority, audience, group_id, company_id,
      minimum_quantity, quantity_multiple, version,
      (select coalesce(jsonb_agg(jsonb_build_object('category_id', category_id, 'brand_id', brand_id,
        'discount', discount)), '[]') from price_rule where list_id = price_list.id) as rules
    from price_list where id = ${id}`.execute(ctx.db)
  const [list] = rows
  if (!list) throw refuse('price-list-gone')
  return list
}

const sameAs = (one: object, other: object) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (content: object) => Object.entries(content).toSorted(([a], [b]) => a.localeCompare(b))

const ruleKey = ({ category_id, brand_id, discount }: Rule) => `${category_id} ${brand_id} ${discount}`
const sameRules = (one: readonly Rule[], other: readonly Rule[]) =>
  one.map(ruleKey).toSorted().join() === other.map(ruleKey).toSorted().join()

/** What the rules come to in the database; one refusal names all that is wrong with them. */
async function readRuleInput(ctx: Context, input: NonNullable<PriceListInput['rules']>): Promise<Rule[]> {
  const categories = await findCategories(
    ctx,
    input.map(({ category }) => category ?? ''),
  )
  const { rows } = await sql<Columns<'price_rule', 'brand_id'>>`
    select brand.id as brand_id
    from unnest(${input.map(({ brand }) => brand || null)}::text[]) with ordinality as given (brand, at)
      left join brand on lower(brand.name) = lower(given.brand)
    order by given.at`.execute(ctx.db)
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const rules = input.map(({ category, brand, percent }, at): Rule => {
    const category_id = categories[at]?.id ?? null
    const brand_id = rows[at]?.brand_id ?? null
    const discount = readPercent(percent)
    const wrong = (field: string, message: string) => errors.push({ field: `rules.${at}.${field}`, message })
    if (category && !category_id) wrong('category', toolProblems.categoryUnknown)
    if (brand && !brand_id) wrong('brand', listProblems.brandUnknown)
    if (category && brand) wrong('brand', listProblems.categoryOrBrand)
    if (discount === undefined) wrong('percent', listProblems.percent)
    const key = `${category_id} ${brand_id}`
    if (seen.has(key) && errors.length === 0) wrong(category ? 'category' : 'brand', listProblems.ruleTwice)
    seen.add(key)
    return { category_id, brand_id, discount: discount ?? 0 }
  })
  if (errors.length > 0) throw refuseFields(errors)
  return rules
}

async function writeRules(ctx: Context, listId: string, rules: readonly Rule[]): Promise<void> {
  await ctx.db.deleteFrom('price_rule').where('list_id', '=', listId).execute()
  if (rules.length === 0) return
  await ctx.db
    .insertInto('price_rule')
    .values(rules.map(rule => ({ ...rule, id: newId(), list_id: listId })))
    .execute()
}

/** The last ring's complaints, put to the fields that they are about. */
async function explainingConstraints<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'price_list_name') throw refuseFields([{ field: 'name', message: listProblems.nameTaken }])
    if (constraint === 'price_list_group_id_fkey')
      throw refuseFields([{ field: 'group', message: listProblems.groupUnknown }])
    if (constraint === 'price_list_company_id_fkey')
      throw refuseFields([{ field: 'company', message: listProblems.companyUnknown }])
    throw error
  }
}
