import { isIP } from 'node:net'
import type * as z from 'zod/mini'
import { countries } from '#kernel/countries'
import { emailPattern } from '#kernel/fields'
import { toMinorUnits } from '#kernel/money'
import { readRate } from '#kernel/rates'
import { isCurrency } from '#kernel/tables/currencies'
import { timeZoneComplaint } from '#kernel/time-zones'
import { StartupProblem } from '../startup.server.ts'

export type Environment = Record<string, string | undefined>
export type Reader = ReturnType<typeof reader>

/** A setting that cannot be used: `complaint` says what it takes, to be read behind its name. */
export class SettingProblem extends StartupProblem {
  readonly setting: string
  readonly complaint: string

  constructor(setting: string, complaint: string) {
    super(`${setting} ${complaint}.`)
    this.setting = setting
    this.complaint = complaint
  }
}

/** Stops the start with one clear line. */
export function wrong(name: string, complaint: string): never {
  throw new SettingProblem(name, complaint)
}

export function asOrigin(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    wrong(name, `takes addresses such as https://shop.example, not "${text}"`)
  }
  return url.origin
}

/** An address of the web, with whatever path; its query may hold a secret, so a complaint does not repeat it. */
function asAddress(name: string, text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.hash)
    wrong(name, 'takes an address such as https://images.example/1/upload')
  return text
}

/** What the server framework takes: an address, a range of them, or its name for a kind of range. */
export function asProxy(name: string, text: string): string {
  const [, address = '', length = '1'] = /^([^/%]+)(?:\/(\d{1,3}|[\d.]+))?$/.exec(text) ?? []
  const most = isIP(address) === 4 ? 32 : 128
  const isLength = Number(length) >= 1 && Number(length) <= most
  const isRange = isIP(address) > 0 && (isLength || (isIP(address) === 4 && isNetmask(length)))
  if (!isRange && !['loopback', 'linklocal', 'uniquelocal'].includes(text)) {
    wrong(name, `takes addresses and ranges such as 10.0.0.1 or 10.0.0.0/8, not "${text}"`)
  }
  return text
}

/** Ones, then zeros: any other mask the server framework refuses with an error of its own. */
function isNetmask(text: string): boolean {
  const bits = text.split('.').map(part => Number(part).toString(2).padStart(8, '0'))
  return isIP(text) === 4 && /^1+0*$/.test(bits.join(''))
}

const yes = /^(yes|true|1)$/i
const yesOrNo = /^(yes|true|1|no|false|0)$/i

/** Reads settings by the kind of value that they take; a wrong one is a `StartupProblem` with its name. */
export function reader(environment: Environment) {
  const names = new Set<string>()
  const text = (name: string) => {
    names.add(name)
    return environment[name]?.trim() || undefined
  }
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  const checked = (name: string, isRight: (value: string) => boolean, complaint: string) => {
    const value = text(name)
    if (value !== undefined && !isRight(value)) wrong(name, `${complaint}, not "${value}"`)
    return value
  }
  return {
    /** What has been asked for so far. */
    names: (): ReadonlySet<string> => names,
    text,
    list,
    /** A text of at most so many characters. */
    words: (name: string, most: number) => checked(name, v => v.length <= most, `takes up to ${most} characters`),
    whole(name: string, least: number, most: number) {
      const isRight = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      const value = checked(name, isRight, `takes a whole number from ${least} to ${most}`)
      return value === undefined ? undefined : Number(value)
    },
    flag(name: string) {
      const value = checked(name, v => yesOrNo.test(v), 'takes yes or no')
      return value === undefined ? undefined : yes.test(value)
    },
    oneOf: (name: string, values: string[]) =>
      checked(name, v => values.includes(v), `takes one of ${values.join(', ')}`),
    share: (name: string) =>
      checked(name, v => Number(v) >= 0 && Number(v) <= 1, 'takes a share from 0 to 1, such as 0.1'),
    origin(name: string) {
      const value = text(name)
      return value === undefined ? undefined : asOrigin(name, value)
    },
    address(name: string) {
      const value = text(name)
      return value === undefined ? undefined : asAddress(name, value)
    },
    databaseUrl: (name: string) => secretAddress(name, text(name), databaseAddress),
    smtpUrl: (name: string) => secretAddress(name, text(name), mailAddress),
    email: (name: string) =>
      checked(name, v => emailPattern.test(v), 'takes an email address such as owner@shop.example'),
    currency: (name: string) => checked(name, isCurrency, 'takes an ISO 4217 code such as usd')?.toLowerCase(),
    amount(name: string, currency: string) {
      const isRight = (value: string) => (toMinorUnits(value, currency) ?? -1) >= 0
      const value = checked(name, isRight, `takes an amount in ${currency}, such as 9.90`)
      return value === undefined ? undefined : toMinorUnits(value, currency)
    },
    rate(name: string) {
      const complaint = 'takes a share below 1, such as 0.19, or a percentage with its sign, such as 19%'
      const value = checked(name, v => readRate(v) !== undefined, complaint)
      return value === undefined ? undefined : readRate(value)
    },
    /** A list of rows as JSON has it, judged row by row. */
    rows: <S extends z.ZodMiniType>(name: string, schema: S) => rowsOf(name, text(name), schema),
    country: (name: string) =>
      checked(name, v => countries.includes(v.toUpperCase()), 'takes an ISO 3166 code such as DE')?.toUpperCase(),
    locale: (name: string) => checked(name, isLocale, 'takes a language tag such as en-US'),
    timeZone(name: string) {
      const value = text(name)
      const complaint = value === undefined ? undefined : timeZoneComplaint(value)
      return complaint === undefined ? value : wrong(name, complaint)
    },
  }
}

type SecretAddress = { isRight: (value: string) => boolean; example: string }

const databaseAddress: SecretAddress = {
  isRight: value => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
  example: 'postgresql://user:password@host/database',
}

const mailAddress: SecretAddress = {
  // An `@` after the host means that a part of the password would be taken, and shown, for the host.
  isRight: value => /^smtps?:\/\/[^/?#]+([/?#][^@]*)?$/.test(value) && Boolean(URL.parse(value)?.hostname),
  example: 'smtp://user:password@mail.example:587',
}

/** Such an address holds a password, so a complaint never repeats it. */
function secretAddress(
  name: string,
  value: string | undefined,
  { isRight, example }: SecretAddress,
): string | undefined {
  if (value !== undefined && !isRight(value)) wrong(name, `takes an address such as ${example}; ${passwordHint}`)
  return value
}

function rowsOf<S extends z.ZodMiniType>(name: string, value: string | undefined, schema: S): z.output<S> | undefined {
  if (value === undefined) return undefined
  const read = schema.safeParse(fromJson(value) ?? wrong(name, 'takes a list of rows, as JSON'))
  return read.success ? read.data : wrong(name, mistakeIn(read.error.issues))
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first of what is wrong with a list, by the row and the field that it is in. */
function mistakeIn(issues: readonly z.core.$ZodIssue[]): string {
  const [{ path, message } = { path: [], message: '' }] = issues
  const [row, ...field] = path
  const where = typeof row === 'number' ? `row ${row + 1}${field.length > 0 ? `, ${field.join('.')}` : ''}` : 'it'
  return `has a mistake in ${where}: ${message.replace(/\.$/, '')}`
}

const passwordHint = 'a password in it has %40 for @, %2F for /, %3A for :, %23 for #, %3F for ? and %25 for %'

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}
