import { isOneLine, fieldTexts } from '#kernel/fields'
import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type FieldError, refuse, refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { type OwnerSettings, readStored } from '#platform/settings/owner'
import { SettingProblem } from '#platform/settings/reader'
import type { Settings } from '#platform/settings'
import type { ContentFile } from '#rules/content'
import { problemAtStripe, problemOfNames } from '#rules/ordering'
import { changeCurrency } from '#services/catalogue'
import { isWithoutOrders } from '#services/ordering'
import { changeCurrencyOfLists, problemOfListTerms } from '#services/pricing'
import type { SettingsChange, ShopSetting, deskContract } from './desk.contract.ts'
import { settingTexts } from './settings.texts.ts'

export function deskHandlers(
  owner: OwnerSettings,
  content: Pick<ContentFile, 'shop'>,
): Handlers<typeof deskContract, Context> {
  return {
    async getSettings(ctx) {
      const { stored } = await readStored(ctx.db, owner)
      return { settings: listSettings(ctx, { owner, content }, stored), changes: await listChanges(ctx) }
    },
    changeSettings: (ctx, { body }) => changeSettings(ctx, { owner, content }, body),
  }
}

type Stored = Awaited<ReturnType<typeof readStored>>['stored']

function listSettings(ctx: Context, { owner, content: { shop } }: Parts, stored: Stored): ShopSetting[] {
  const settings = { ...ctx.settings, ...owner.read(stored) }
  const words = new Map([
    ['SHOP_NAME', shop.name],
    ['SHOP_TAGLINE', shop.tagline],
    ['SHOP_PHONE', shop.phone],
    ['SHOP_ADDRESS', shop.address],
  ])
  return owner.all.map(({ name, say }) => ({
    name,
    // What nobody has said, the content file says.
    value: say(settings) || (words.get(name) ?? ''),
    from: owner.fixed[name] !== undefined ? 'environment' : stored[name] !== undefined ? 'shop' : 'default',
  }))
}

const changesShown = 20

type ChangeRow = Columns<'audit', 'id' | 'at' | 'before' | 'after'> & {
  email: string | null
  before: SettingsChange['before']
  after: SettingsChange['after']
}

async function listChanges(ctx: Context): Promise<SettingsChange[]> {
  const { rows } = await sql<ChangeRow>`
    select audit.id, audit.at, account.email, audit.before, audit.after
    from audit left join account on account.id = audit.actor_id
    where subject_kind = 'settings' order by audit.id desc limit ${changesShown}`.execute(ctx.db)
  return rows.map(({ id, at, email, before, after }) => ({ _id: id, at: at.toISOString(), by: email, before, after }))
}

type SettingValues = Readonly<Record<string, string | null>>
type Parts = { owner: OwnerSettings; content: Pick<ContentFile, 'shop'> }
type Change = { settings: SettingValues; seen?: Readonly<Record<string, string>> | undefined }

/**
 * Changes settings, all or none. Refuses fields by their names: one that there is not, one that the environment says, a value
 * that the program would not start with, another currency once there are orders, and a tax table beside price lists that are not
 * as the shop's prices. Refuses changed-meanwhile where one of them does not say any more what was seen: a table of taxes is sent
 * whole, and would lose the rows that somebody else has added.
 */
function changeSettings(
  ctx: Context,
  { owner, content }: Parts,
  { settings: values, seen = {} }: Change,
): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    // One change after the other: each is judged by what all the others are.
    await sql`lock table setting in share row exclusive mode`.execute(ctx.db)
    const { stored } = await readStored(ctx.db, owner)
    requireOpen(owner, values)
    const shown = new Map(listSettings(ctx, { owner, content }, stored).map(({ name, value }) => [name, value]))
    requireAsSeen({ values, seen }, name => [shown.get(name), stored[name]])
    const changed = Object.entries(values)
      .map(([name, value]): [string, string | null] => [name, value || null])
      .filter(([name, value]) => value !== (stored[name] ?? null))
    if (changed.length === 0) return { modifiedCount: 0 }
    const before = judged(owner, stored)
    const after = judged(owner, {
      ...stored,
      ...Object.fromEntries(changed.map(([name, value]) => [name, value ?? undefined])),
    })
    if (after.currency !== undefined && after.currency !== before.currency) {
      await moveCurrency(ctx, { from: before.currency ?? ctx.settings.currency, to: after.currency })
    }
    requireNamesApart(new Map(changed), after)
    await requireListsAlike(ctx, new Map(changed), after)
    for (const [name, value] of changed) await store(ctx, name, value)
    await audit(ctx, {
      action: 'settings.changed',
      // There is one shop: it needs no id of its own.
      subject: { kind: 'settings', id: '00000000-0000-0000-0000-000000000000' },
      before: Object.fromEntries(changed.map(([name]) => [name, stored[name] ?? null])),
      after: Object.fromEntries(changed),
    })
    return { modifiedCount: changed.length }
  })
}

/** `currentOf`: a setting's present values, as it is shown and as it was stored. */
function requireAsSeen(
  { values, seen }: { values: SettingValues; seen: Readonly<Record<string, string>> },
  currentOf: (name: string) => readonly (string | undefined)[],
): void {
  const errors = Object.entries(seen).flatMap(([field, value]): FieldError[] => {
    const current = currentOf(field)
    const isAsSeen = current.includes(value) || current.includes(values[field] ?? '')
    return isAsSeen ? [] : [{ field, message: settingTexts.changed }]
  })
  if (errors.length > 0) throw refuse('changed-meanwhile', {}, errors)
}

function requireOpen({ all, fixed }: OwnerSettings, values: SettingValues): void {
  const errors = Object.entries(values).flatMap(([field, value]): FieldError[] => {
    const setting = all.find(({ name }) => name === field)
    if (!setting) return [{ field, message: settingTexts.unknown }]
    const { longest = 200 } = setting
    if (value && value.length > longest) return [{ field, message: fieldTexts.characters(longest) }]
    // What has rows is longer, and checked by what reads it.
    if (value && setting.longest === undefined && !isOneLine(value)) return [{ field, message: fieldTexts.notOneLine }]
    return fixed[field] === undefined ? [] : [{ field, message: settingTexts.environment(field) }]
  })
  if (errors.length > 0) throw refuseFields(errors)
}

/** The settings that these values make. */
function judged(owner: OwnerSettings, values: Readonly<Record<string, string | undefined>>): Partial<Settings> {
  try {
    return owner.read(values)
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error
    const { setting, complaint } = error
    throw refuseFields([{ field: setting, message: settingTexts.complaint(complaint) }])
  }
}

/** All prices are amounts of the one currency: it stays once somebody has ordered at them. Where Stripe is paid, it takes the new one. */
async function moveCurrency(ctx: Context, { from, to }: { from: string; to: string }): Promise<void> {
  const unpayable = ctx.settings.stripe && problemAtStripe(to)
  const message = (await isWithoutOrders(ctx))
    ? (unpayable ?? (await changeCurrency(ctx, to)) ?? (await changeCurrencyOfLists(ctx, { from, to })))
    : settingTexts.currency
  if (message) throw refuseFields([{ field: 'CURRENCY', message }])
}

/** Where they are written: a shop that has two methods of one name already goes on with them until then. */
function requireNamesApart(changed: ReadonlyMap<string, unknown>, { deliveryMethods = [] }: Partial<Settings>): void {
  const field = 'DELIVERY_METHODS'
  const message = changed.has(field) ? problemOfNames(deliveryMethods) : undefined
  if (message) throw refuseFields([{ field, message }])
}

/** An order is taxed by the table, and a list in the other terms would be converted by the one rate. */
async function requireListsAlike(
  ctx: Context,
  changed: ReadonlyMap<string, unknown>,
  { taxTable = [], pricesIncludeTax = false }: Partial<Settings>,
): Promise<void> {
  const field = ['TAX_TABLE', 'PRICES_INCLUDE_TAX'].find(name => changed.has(name))
  if (!field || taxTable.length === 0) return
  const message = await problemOfListTerms(ctx, pricesIncludeTax)
  if (message) throw refuseFields([{ field, message }])
}

async function store(ctx: Context, name: string, value: string | null): Promise<void> {
  if (value === null) await ctx.db.deleteFrom('setting').where('name', '=', name).execute()
  else {
    await ctx.db
      .insertInto('setting')
      .values({ name, value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}
