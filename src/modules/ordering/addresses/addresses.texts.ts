import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What the parts of an address are called, in the forms and in what is said of them. */
export const addressTexts = texts('ordering.address', {
  name: 'Name',
  nameHint: 'Who receives it',
  company: 'Company',
  country: 'Country',
  chooseCountry: 'Choose a country',
  phone: 'Phone',
  phoneHint: 'For the courier, if there are questions.',
  street: 'Street and number',
  streetWith: {
    district: 'Street, number and district',
    neighborhood: 'Street, number and neighborhood',
    suburb: 'Street, number and suburb',
    village: 'Street, number and village or township',
  },
  city: 'City',
  codes: { postal: 'Postal code', zip: 'ZIP code', pin: 'PIN code', eircode: 'Eircode' },
  region: 'State or region',
  regions: {
    province: 'Province',
    state: 'State',
    parish: 'Parish',
    island: 'Island',
    region: 'Region',
    department: 'Department',
    governorate: 'Governorate',
    county: 'County',
    area: 'Area',
    district: 'District',
    prefecture: 'Prefecture',
    city: 'Province or city',
  },
  required: (label: string) => sentence`${label} is required`,
  wrongCode: ({ label, country, example }: { label: string; country: string; example: string }) =>
    `That is no ${label.replace(/^Postal/, 'postal')} of ${country}. Use one such as ${example}.`,
})

/** What is said of the fields of addresses. */
export const addressFieldTexts = texts('ordering.addressFields', {
  name: 'Name is required',
  street: 'Street is required',
  country: 'Country is required',
  phoneInvalid: 'Use a phone number with its area code, such as +1 555 010 0148.',
  phone: 'Phone number is required',
})
