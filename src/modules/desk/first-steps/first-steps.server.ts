import { sql } from 'kysely'
import { ownerRole } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { audit, theShop } from '#platform/audit'
import { type Context, callerOf, transact } from '#platform/context'
import { type Letterhead, messageOf } from '#platform/mail/message'
import { sendMail } from '#platform/mail/port'
import { type OwnerSettings, readStored } from '#platform/settings/owner'
import { type FirstStep, type firstStepsContract, firstSteps } from './first-steps.contract.ts'
import { testMailTexts } from './first-steps.texts.ts'

export const firstStepsHandlers = (
  owner: OwnerSettings,
  shop: { letterhead: Letterhead; publicUrl: () => string },
): Handlers<typeof firstStepsContract, Context> => ({
  async listFirstSteps(ctx) {
    const done = await readDone(ctx, owner)
    return firstSteps.map(step => ({ step, isDone: done[step] }))
  },

  sendTestMail: ctx => transact(ctx, ctx => sendTestMail(ctx, shop)),
})

/** What every shop has to say in its own words: those of the file are a sample. */
const legalPages = ['page:terms-of-use', 'page:privacy-policy']

type Facts = {
  categories: boolean
  tools: boolean
  team: boolean
  backup: boolean
  test_mail: boolean
  legal_pages: boolean
}

/** A setting counts as thought of once somebody has said it, in the environment or in the shop, be it the default's value. */
async function readDone(ctx: Context, owner: OwnerSettings): Promise<Record<FirstStep, boolean>> {
  const { stored } = await readStored(ctx.db, owner)
  const isSaid = (...names: string[]) =>
    names.some(name => owner.fixed[name] !== undefined || stored[name] !== undefined)
  const { rows } = await sql<Facts>`
    select exists (select from category) as categories, exists (select from tool) as tools,
      exists (select from account where role <> 'customer' and role <> ${ownerRole})
        or exists (select from staff_invitation) as team,
      (select count(*) from content_entry where name = any(${legalPages}) and value is not null) = ${legalPages.length}
        as legal_pages,
      exists (select from audit where subject_kind = ${theShop.kind} and subject_id = ${theShop.id}
        and action = 'shop.backed-up') as backup,
      exists (select from audit where subject_kind = ${theShop.kind} and subject_id = ${theShop.id}
        and action = 'shop.test-mail') as test_mail`.execute(ctx.db)
  const facts = rows[0]
  return {
    name: isSaid('SHOP_NAME'),
    address: isSaid('SHOP_ADDRESS'),
    currency: isSaid('CURRENCY'),
    tax: isSaid('TAX_RATE', 'TAX_TABLE'),
    delivery: isSaid('SHIPPING_FEE', 'DELIVERY_METHODS'),
    categories: facts?.categories === true,
    tools: facts?.tools === true,
    payment: ctx.settings.stripe !== undefined,
    mail: ctx.settings.smtpUrl !== undefined,
    testMail: facts?.test_mail === true,
    legalPages: facts?.legal_pages === true,
    team: facts?.team === true,
    backup: facts?.backup === true,
  }
}

async function sendTestMail(
  ctx: Context,
  { letterhead, publicUrl }: { letterhead: Letterhead; publicUrl: () => string },
): Promise<{ to: string }> {
  const { email, displayName, emailVerified } = callerOf(ctx)
  const letter = messageOf({
    to: { email, name: displayName, isConfirmed: emailVerified },
    letterhead,
    subject: testMailTexts.subject(letterhead.name),
    paragraphs: [testMailTexts.text],
    action: { label: testMailTexts.label, url: publicUrl() },
    closing: testMailTexts.closing,
  })
  await sendMail(ctx.jobs, ctx.db, letter)
  await audit(ctx, { action: 'shop.test-mail', subject: theShop })
  return { to: email }
}
