import type { CountryCode } from 'libphonenumber-js/min'
import { loadedOnce } from '#platform/loaded-once'
import { phoneParts } from './phone.rules.ts'

const library = loadedOnce(() => import('libphonenumber-js/min'))

/**
 * A phone number that was typed, as E.164 writes it (`+442079460958`), read by the country that it is for. Empty where it may be none of
 * there, or is none at all: it is stored as it was typed, and shown as doubtful.
 */
export async function e164Of(typed: string, country: string | undefined): Promise<string> {
  const number = phoneParts(typed)?.number
  if (number === undefined) return ''
  const { isSupportedCountry, parsePhoneNumberFromString } = await library()
  const defaultCountry: CountryCode | undefined =
    country !== undefined && isSupportedCountry(country) ? country : undefined
  const read = parsePhoneNumberFromString(number, { ...(defaultCountry && { defaultCountry }), extract: false })
  return read?.isValid() ? read.number : ''
}

/** How a call shows a stored number, and whether it is doubtful; an older one was never read, and is neither. */
export const shownPhone = (e164: string | null) => ({ phoneNumber: e164 || null, phoneIsDoubtful: e164 === '' })
