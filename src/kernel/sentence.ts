const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * A text from elsewhere in a direction of its own where it has letters that run from right to left: else they would turn round what
 * stands beside them. Others are left as they are, so that a number can be copied without signs that nobody sees.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** A tag for templates: a sentence of ours around names and texts that somebody else has written, each in its own direction. */
export function sentence(words: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: words }, ...values.map(value => isolated(String(value))))
}

/** Those texts that there are, side by side with `sign` between them, each in its own direction. */
export const joined = (texts: readonly (string | number | null | undefined)[], sign: string): string =>
  texts.flatMap(text => (text ? isolated(String(text)) : [])).join(sign)
