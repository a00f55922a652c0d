import { type NumberField, readFigure, writeNumber } from '../typed-number.ts'

/** The decimal sign of a column of amounts or measures. */
export type DecimalSign = '.' | ','
export const isDecimalSign = (sign: string): sign is DecimalSign => sign === '.' || sign === ','

/**
 * Tells the decimal sign of a column by all that stands in it. A value that can be read by one sign alone speaks for it: `12,50`,
 * `1.234,50`, `0.500`. One sign before exactly three digits may be either: `1.500`.
 */
export class DecimalEvidence {
  #point = 0
  #comma = 0
  #unclear: string | undefined
  /** Values with three decimals beyond doubt: then `1.500` has three of them, too. */
  #hasThree = false
  readonly #field: NumberField
  /** How this shop itself writes amounts of its currency, where that has three decimals. */
  readonly #ownSign: DecimalSign | undefined

  constructor(field: NumberField) {
    this.#field = field
    if (field.currency === undefined || field.decimals !== 3) return
    const own = writeNumber('0.5', field)
    this.#ownSign = own.includes('.') ? '.' : own.includes(',') ? ',' : undefined
  }

  see(typed: string): void {
    if (!/[.,]/.test(typed)) return
    const point = readFigure(typed, '.', this.#field)
    const comma = readFigure(typed, ',', this.#field)
    if (point === undefined && comma === undefined) return
    if (point !== undefined && comma !== undefined) {
      if (point === comma) return
      if (this.#ownSign && !typed.includes(this.#ownSign === '.' ? ',' : '.')) this.#count(this.#ownSign)
      else this.#unclear ??= typed
      return
    }
    const sign = point === undefined ? ',' : '.'
    this.#count(sign)
    const decimals = (point ?? comma ?? '').split('.')[1]?.length
    if (decimals === 3) this.#hasThree = true
  }

  #count(sign: DecimalSign): void {
    if (sign === '.') this.#point += 1
    else this.#comma += 1
  }

  /** The sign that all values have; undefined where none says it, or some say one and some the other. */
  get sign(): DecimalSign | undefined {
    if (this.#point > 0 === this.#comma > 0) return undefined
    return this.#point > 0 ? '.' : ','
  }

  /** Some values say the one sign, some the other. */
  get isMixed(): boolean {
    return this.#point > 0 && this.#comma > 0
  }

  /** The first value that has two readings. */
  get unclear(): string | undefined {
    return this.#unclear
  }

  get hasThree(): boolean {
    return this.#hasThree
  }
}
