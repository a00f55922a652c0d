import { expect, it } from 'vitest'
import { accountsTexts } from '#texts/accounts'
import { privacyRefusals } from './refusals.rules.ts'

/** How the page names what each refusal is about. */
const named: Record<keyof typeof privacyRefusals, RegExp> = {
  'unpaid-orders': /orders? is unpaid/,
  'goods-to-ship': /paid for has been shipped/,
  'money-in-progress': /no refund is on its way/,
}

it.each(Object.keys(privacyRefusals) as (keyof typeof privacyRefusals)[])(
  'the page where an account is deleted says before the press that it waits, and the refusal says what to do: %s (finding 8)',
  code => {
    expect(accountsTexts.deleteWaits).toMatch(named[code])
    expect(privacyRefusals[code].message).toMatch(/\b(Pay|Wait|Try again)\b/)
  },
)
