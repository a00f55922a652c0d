import { describe, expect, it } from 'vitest'
import { maskVin } from '../../vin/vin.rules.ts'
import { addVehicle, eraseVinOf, readCurrent, readGarage, removeVehicle } from './garage.ts'

const civic = { id: 7, year: 2015, make: 'Honda', model: 'Civic', engine: '1.8 L', vin: '2HGFB2F59FH500001' }
const accord = { id: 9, year: 2003, make: 'Honda', model: 'Accord' }

describe('what a browser has kept', () => {
  it('is read as it was written', () => {
    expect(readGarage(JSON.stringify([civic, accord]))).toEqual([civic, accord])
    expect(readCurrent(JSON.stringify(accord))).toEqual(accord)
  })

  it.each([
    [null],
    [''],
    ['{'],
    ['7'],
    ['{"id":7}'],
    ['[null,7,"x",[],{}]'],
    ['[{"id":"7","year":2015,"make":"Honda","model":"Civic"}]'],
    ['[{"id":-7,"year":2015,"make":"Honda","model":"Civic"}]'],
    ['[{"id":7,"year":2015,"make":"","model":"Civic"}]'],
    [JSON.stringify([{ ...civic, model: 'x'.repeat(201) }])],
  ])('counts as none when it is %s', text => {
    expect(readGarage(text)).toEqual([])
    expect(readCurrent(text)).toBeUndefined()
  })

  it('loses what is corrupt, and keeps the rest', () => {
    expect(readGarage(JSON.stringify([{ ...civic, engine: 5, vin: {} }, 'x', accord, accord]))).toEqual([
      { id: 7, year: 2015, make: 'Honda', model: 'Civic' },
      accord,
    ])
  })

  it('never grows beyond what an account keeps', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...accord, id: at + 1 }))
    expect(readGarage(JSON.stringify(many))).toHaveLength(50)
    expect(addVehicle(many.slice(0, 50), { ...accord, id: 99 })).toHaveLength(50)
  })
})

describe('the vehicles of a browser', () => {
  it('have the newest first, each once, and keep a VIN that is known', () => {
    const { vin: _, ...withoutVin } = civic
    expect(addVehicle([accord, civic], withoutVin)).toEqual([civic, accord])
    expect(addVehicle([civic], { ...civic, vin: 'NEW' })[0]?.vin).toBe('NEW')
  })

  it('can be forgotten, vehicle or VIN alone', () => {
    expect(removeVehicle([civic, accord], 7)).toEqual([accord])
    expect(eraseVinOf([civic, accord], 7)[0]).not.toHaveProperty('vin')
    expect(eraseVinOf([civic, accord], 9)[0]?.vin).toBe(civic.vin)
  })

  it('show no more of a VIN than its end', () => {
    expect(maskVin('2hgfb2f59 fh500001')).toBe('•••• 0001')
  })
})
