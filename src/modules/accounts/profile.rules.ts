/** The options of the profile form, exactly as specified, spelling included: they are the user's data. */
export const educationOptions = [
  'BSC',
  'BBA',
  'MBA',
  'CSE',
  'Primary level',
  'secondary level',
  'HIgher level',
] as const
export const districtOptions = ['Dhaka', 'Comilla', 'Rajhsahi', 'Barisal', 'Shylet', 'Dinajpur', 'Rangpur'] as const

/**
 * The address of a profile's link if it may be one on the page: http or https, and a host. Undefined for anything that a
 * browser could run, or read as an address of this shop; such a text is shown as what it is.
 */
export function webLinkOf(text: string): string | undefined {
  const link = text.trim()
  // Browsers drop tabs and line ends wherever they stand, and take a backslash for a slash.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(link) || !/^https?:\/\/[^/]/i.test(link) || !URL.canParse(link)) return undefined
  return new URL(link).href
}
