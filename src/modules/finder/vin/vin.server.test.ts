import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#kernel/refusals'
import { type TestShop, startTestShop } from '#test/harness'
import { giveVehicles, vehicleNamed } from '#test/finder/vehicles'
import { openVinTables } from './tables.server.ts'
import { decodeVin, pickEngine } from './vin.server.ts'
import { vinTexts } from './vin.texts.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await giveVehicles(shop)
})
afterAll(() => shop.close())

/** Origin and terms: test/finder/vins/NOTICE.md. */
const vectors = readFileSync(new URL('../../../../test/finder/vins/vectors.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => {
    const [vin = '', format = '', checkDigit = '', vehicle = ''] = line.split(',')
    return { vin, format, checkDigit, vehicle }
  })

const decode = (vin: string) => decodeVin(shop.system, vin)
const refusalOf = (vin: string) =>
  decode(vin).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error : undefined),
  )

describe('reading a VIN', () => {
  it.each(vectors.filter(vector => /^\d{4} /.test(vector.vehicle)))(
    'reads "$vin" as a $vehicle, check digit: $checkDigit',
    async ({ vin, checkDigit, vehicle: name }) => {
      const answer = await decode(vin)
      const { vehicle } = answer
      expect(answer).toMatchObject({ vin: vin.trim().toUpperCase(), wellFormed: true, checkDigit })
      expect(`${vehicle?.year} ${vehicle?.make} ${vehicle?.model}`).toBe(name)
      expect(vehicle?.id).toEqual(expect.any(Number))
      expect(answer.warnings).toEqual(checkDigit === 'fail' ? [vinTexts.checkDigit] : [])
    },
  )

  it.each(vectors.filter(vector => vector.format === 'invalid'))('refuses "$vin" with a sentence', async ({ vin }) => {
    const refusal = await refusalOf(vin)
    expect(refusal).toMatchObject({ code: 'vin-malformed', status: 400 })
    expect(refusal?.message).toBe(/[IOQ]/.test(vin) ? vinTexts.letters : vinTexts.short(vin.length))
  })

  it('covers every row of the file', () => {
    expect(vectors).toHaveLength(10)
    const read = vectors.filter(({ vehicle }) => /^\d{4} /.test(vehicle)).length
    const refused = vectors.filter(({ format }) => format === 'invalid').length
    expect({ read, refused }).toEqual({ read: 7, refused: 2 })
  })

  it.each([
    ['WVWZZZ1JZXW000001', vinTexts.noModelInEurope('Volkswagen')],
    ['WAUZZZ8K9AA000001', vinTexts.noModelInEurope('Audi')],
    ['VF1BB05CF12345678', vinTexts.noModelInEurope('Eagle or Renault')],
    ['WBAAA31010AB12345', vinTexts.noModelInEurope('BMW')],
    ['ZZZZZZZZZZZZZZZZZ', vinTexts.noMaker('ZZZ')],
  ])(
    'names the maker, and asks for the vehicle by hand where a VIN does not tell it: %s (finding 10)',
    async (vin, warning) => {
      const answer = await decode(vin)
      expect(answer).toEqual({ vin, wellFormed: true, checkDigit: 'not-applicable', warnings: [warning] })
    },
  )

  it('calls nothing European that is not: 17 ones (finding 10)', async () => {
    const vin = '1'.repeat(17)
    expect(await decode(vin)).toEqual({
      vin,
      wellFormed: true,
      checkDigit: 'pass',
      warnings: [vinTexts.noMaker('111')],
    })
    expect(vinTexts.noMaker('111')).not.toContain('Europe')
  })

  it('tells two years where neither the rule nor the tables say which, as of a bus (finding 10)', async () => {
    const answer = await decode('1M8GDM9AXKP042788')
    expect(answer.vehicle).toBeUndefined()
    expect(answer.warnings).toEqual([
      vinTexts.twoYears('1989 Motor Coach Industries 102C3 Intercity', '2019 Motor Coach Industries D4520'),
    ])
  })

  it.each([
    ['1G1FJ5AY0BA000001', 2011, 'Chevrolet'],
    ['1FTEX15H0NA000001', 1992, 'Ford'],
  ])(
    'tells by position 7 which of two years a car or a light truck is of: %s, %i (finding 10)',
    async (vin, year, make) => {
      expect((await decode(vin)).vehicle).toMatchObject({ year, make })
    },
  )

  it('names the engine when no other of the vehicle agrees with the number', async () => {
    const { vehicle } = await decode('1HGCM82693A000001')
    const withEngine = await vehicleNamed(shop, '2003 Honda|Accord|3.0 L, 6 cylinders, gasoline')
    expect(vehicle).toEqual(withEngine)
  })

  it('leaves the engine open where it is not known, or where several agree', async () => {
    expect((await decode('2HGFC2F50KH000001')).vehicle).toEqual(await vehicleNamed(shop, '2019 Honda|Civic'))
    const engines = [
      '3.0 L, 6 cylinders, gasoline',
      '3.0 L, 6 cylinders, gasoline or E85',
      '2.3 L, 4 cylinders, diesel',
    ]
    const vehicles = engines.map(engine => ({ engine }))
    expect(pickEngine(vehicles, { litres: '3.0', cylinders: 6, fuel: 'gasoline' })).toBeUndefined()
    expect(pickEngine(vehicles, { litres: '2.3', cylinders: 4, fuel: 'diesel' })).toEqual({ engine: engines[2] })
    expect(pickEngine(vehicles, { litres: '2.3', cylinders: 4, fuel: 'gasoline' })).toBeUndefined()
    expect(pickEngine(vehicles, { litres: undefined, cylinders: undefined, fuel: 'diesel' })).toBeUndefined()
    expect(pickEngine([{ engine: 'Electric motor' }, ...vehicles], { fuel: 'electricity' })?.engine).toBe(
      'Electric motor',
    )
  })

  it('says so when the list of vehicles does not have what the VIN names', async () => {
    const bare = await startTestShop()
    try {
      const answer = await decodeVin(bare.system, '1HGCM82693A000001')
      expect(answer.vehicle).toEqual({ year: 2003, make: 'Honda', model: 'Accord' })
      expect(answer.warnings).toEqual([vinTexts.notListed])
    } finally {
      await bare.close()
    }
  })
})

describe('the tables of VINs', () => {
  it('are made once, also by several at once, and leave nothing else behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tappet-vins-'))
    try {
      const leftOver = join(folder, 'vin-tables-0.making')
      const recent = join(folder, 'vin-tables-1.making')
      await writeFile(leftOver, 'a process died here')
      await writeFile(recent, 'a process works here')
      await utimes(leftOver, new Date(0), new Date(0))
      const opened = await Promise.all([openVinTables(folder), openVinTables(folder)])
      for (const tables of opened) {
        expect(tables.wmis('1HGCM82693A000001')).toHaveLength(1)
        tables.close()
      }
      const names = await readdir(folder)
      expect(names).toHaveLength(2)
      expect(names).toContain('vin-tables-1.making')
      expect(names).toContainEqual(expect.stringMatching(/^vin-tables-\d+-\d+\.\d+\.\d+-\d+\.db$/))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
