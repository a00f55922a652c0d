/**
 * The clocks that a shop can keep: names that the program and PostgreSQL both know, and mean the same by. PostgreSQL reads an
 * offset with its sign the other way round, and three letters (`CET`, `IST`, `EST`) as an offset that knows no summer, or as
 * another country's; both would cut the days elsewhere than the screens say, and nobody would see it.
 */

/** Why `text` is no time zone of a shop, to be read behind a setting's name and `takes`; undefined where it is one. */
export function timeZoneComplaint(text: string): string | undefined {
  if (isTimeZone(text)) return undefined
  const minutes = offsetIn(text)
  if (minutes !== undefined) return `takes the name of a time zone, not "${text}"; use ${namesOf(minutes)}`
  const meant = isShort(text) ? canonicalOf(text) : undefined
  const instead = meant?.includes('/') ? `; for this one, use a place such as ${meant}` : ''
  return `takes a time zone such as Europe/Berlin, not "${text}"${instead}`
}

/** Whether `text` names a time zone that the program and PostgreSQL both know, and mean the same by. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text) || isShort(text) || /^SystemV\//i.test(text)) return false
  return canonicalOf(text) !== undefined
}

/** The names that this program can list, UTC first. */
export const timeZones = (): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => isTimeZone(zone))]),
]

const shortNames = new Set(['UTC', 'UCT', 'GMT', 'PRC', 'ROC', 'ROK'])

const isShort = (text: string) => /^[a-z]{3}$/i.test(text) && !shortNames.has(text.toUpperCase())

function canonicalOf(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** `+09:00`, `0930`, `GMT+9`, `UTC-3:30` in minutes east of Greenwich. */
function offsetIn(text: string): number | undefined {
  const match = /^(?:GMT|UTC)?\s*([+−-])\s*(\d{1,2})(?::?([0-5]\d))?$/i.exec(text.normalize('NFKC'))
  if (!match) return undefined
  const [, sign, hours = '', minutes = '0'] = match
  const size = Number(hours) * 60 + Number(minutes)
  return size > 14 * 60 ? undefined : sign === '+' ? size : -size
}

function namesOf(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const place = places.get(minutes)
  const hours = minutes / 60
  // These names count west of Greenwich.
  const fixed =
    Number.isInteger(hours) && hours >= -12 ? `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` : undefined
  if (fixed && place) return `${fixed}, or a place such as ${place}`
  return fixed ?? (place ? `a place such as ${place}` : 'the name of a place such as Europe/Berlin')
}

/** By minutes east of Greenwich, a place that keeps them in winter. */
const places = new Map([
  [-660, 'Pacific/Pago_Pago'],
  [-600, 'Pacific/Honolulu'],
  [-570, 'Pacific/Marquesas'],
  [-540, 'America/Anchorage'],
  [-480, 'America/Los_Angeles'],
  [-420, 'America/Denver'],
  [-360, 'America/Chicago'],
  [-300, 'America/New_York'],
  [-240, 'America/Halifax'],
  [-210, 'America/St_Johns'],
  [-180, 'America/Sao_Paulo'],
  [-120, 'America/Noronha'],
  [-60, 'Atlantic/Azores'],
  [60, 'Europe/Berlin'],
  [120, 'Europe/Athens'],
  [180, 'Africa/Nairobi'],
  [210, 'Asia/Tehran'],
  [240, 'Asia/Dubai'],
  [270, 'Asia/Kabul'],
  [300, 'Asia/Karachi'],
  [330, 'Asia/Kolkata'],
  [345, 'Asia/Kathmandu'],
  [360, 'Asia/Dhaka'],
  [390, 'Asia/Yangon'],
  [420, 'Asia/Bangkok'],
  [480, 'Asia/Singapore'],
  [525, 'Australia/Eucla'],
  [540, 'Asia/Tokyo'],
  [570, 'Australia/Darwin'],
  [600, 'Australia/Brisbane'],
  [630, 'Australia/Lord_Howe'],
  [660, 'Pacific/Guadalcanal'],
  [720, 'Pacific/Auckland'],
  [765, 'Pacific/Chatham'],
  [780, 'Pacific/Tongatapu'],
  [840, 'Pacific/Kiritimati'],
])
