import { describe, expect, test } from 'vitest'
import { currencyColumn, currencyIn, isAnother, otherCurrencies } from './currencies.ts'

const moneyIn = (currency: string, locale = 'en') => ({ currency, locale, decimals: 2 })

describe('A text names a currency', () => {
  test.each([
    ['Preis EUR', 'eur'],
    ['Price (€)', 'eur'],
    ['EUR netto', 'eur'],
    ['price_usd', 'usd'],
    ['Prix en euros', 'eur'],
    ['Preis EUR / 100 Stück', 'eur'],
    ['Cena zł', 'pln'],
    ['Cena Kč', 'czk'],
    ['Цена, руб.', 'rub'],
    ['価格（円）', 'jpy'],
    ['单价(元)', 'cny'],
    ['Price £', 'gbp'],
    ['Price US$', 'usd'],
    ['Preço R$', 'brl'],
    ['CA$', 'cad'],
    ['Price $', '$'],
    ['価格 ¥', '¥'],
    ['XAF', 'xaf'],
    ['Price', undefined],
    ['Price all taxes', undefined],
    ['PRIX TTC', undefined],
    ['each', undefined],
    ['', undefined],
  ])('%j: %j', (text, currency) => expect(currencyIn(text)).toBe(currency))

  test.each([
    ['eur', 'usd', true],
    ['usd', 'usd', false],
    ['$', 'usd', false],
    ['$', 'eur', true],
    ['¥', 'jpy', false],
    [undefined, 'eur', false],
  ])('%j is another than %s: %j', (text, currency, is) => expect(isAnother(text, moneyIn(currency))).toBe(is))

  test('a sign that several have is the own one by any of its names', () => {
    expect(isAnother('$', moneyIn('cad'))).toBe(false)
    expect(isAnother('¥', moneyIn('cny', 'ja'))).toBe(false)
  })

  test.each([
    ['12,50 EUR', true],
    ['€ 12.50', true],
    ['1 250,00 zł', true],
    ['$12.50', false],
    ['12.50', false],
    ['5 each', false],
  ])('%j is beside an amount of another currency than dollars: %j', (cell, is) =>
    expect(otherCurrencies(moneyIn('usd'))(cell)).toBe(is),
  )

  test('columns of currencies are known by their names', () => {
    expect(currencyColumn(['Nr', 'Preis', 'Währung'])).toBe(2)
    expect(currencyColumn(['Nr', 'Preis EUR'])).toBeUndefined()
  })
})
