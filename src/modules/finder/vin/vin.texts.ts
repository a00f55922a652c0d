import { texts } from '#kernel/texts'

/** What the shop says about vehicle identification numbers. */
export const vinTexts = texts('finder.vin', {
  empty: 'Enter the VIN: 17 letters and digits, in the vehicle’s papers and behind the windscreen.',
  letters: 'A VIN never has the letters I, O or Q, because they look like 1 and 0. Check it and enter the digit.',
  characters: 'A VIN has only letters and digits. Remove all other characters.',
  short: (length: number) =>
    `A VIN has 17 characters; this one has ${length}. Check what is missing. Vehicles from before 1981 are found by year, make and model.`,
  long: (length: number) => `A VIN has 17 characters; this one has ${length}. Check for characters typed twice.`,
  checkDigit:
    'The check digit of this VIN is wrong, so a character may be mistyped. Compare it with the vehicle before you order.',
  noModelInEurope: (makers: string) =>
    `The maker is ${makers}. The VIN does not say which model it is, as is usual in Europe. Enter the vehicle by hand.`,
  noModel: (makers: string) =>
    `The maker is ${makers}. The shop cannot read the model from this VIN. Enter the vehicle by hand.`,
  noMaker: (beginning: string) =>
    `The shop does not know the maker whose VINs begin with ${beginning}. Compare it with the vehicle, or enter the vehicle by hand.`,
  anyOf: (makers: string[]) => makers.join(' or '),
  twoYears: (early: string, late: string) =>
    `This VIN can be that of a ${early} or of a ${late}. Look for the year in the vehicle’s papers, and enter the vehicle by hand.`,
  notListed: 'This vehicle is not in our list. Enter the vehicle by hand.',
})
