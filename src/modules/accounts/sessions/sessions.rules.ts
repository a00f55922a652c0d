/** The names that browsers go by, most particular first: most of them also call themselves Chrome and Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const phones = new Set(['iPhone', 'iPad', 'Android'])

/**
 * What a person would call this browser, from the `User-Agent` that it sent: `{ browser: 'Chrome', system: 'Windows' }`.
 * Names that are not known are undefined; a program's own words (`curl/8.5`) are not shown as a browser.
 */
export function readBrowser(userAgent: string | null) {
  const nameIn = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const system = nameIn(systems)
  return { browser: nameIn(browsers), system, isHandheld: system !== undefined && phones.has(system) }
}
