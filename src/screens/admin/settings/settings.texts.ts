import { tablesTexts } from './tables/tables.texts.ts'

type Field = {
  label: string
  hint?: string
  /** What it is typed by; a text unless said. */
  kind?:
    | 'currency'
    | 'country'
    | 'time-zone'
    | 'yes-no'
    | 'price-readers'
    | 'amount'
    | 'whole'
    | 'list-policy'
    | 'tax-table'
    | 'delivery-methods'
}

/** Every sentence of the screen on which owners set up the shop. */
export const settingsTexts = {
  title: 'Settings',
  lead: 'What the shop says of itself, and how it sells. A change is in force at once; a field left empty has its default again.',
  failed: 'The settings could not be loaded',
  locked: (name: string) => `Set by whoever runs the server, as ${name}. It can only be changed there.`,
  yes: 'Yes',
  no: 'No',
  noCountry: 'Not chosen',
  pricesConfirmed: 'Yes, for whoever has confirmed their email address',
  pricesSignedIn: 'Yes, for whoever is signed in',
  nearest: 'The nearest list wins',
  lowest: 'The lowest price wins',
  save: 'Save settings',
  saved: 'The settings are saved.',
  nothing: 'Nothing has changed.',
  check: 'Please check the marked fields.',
  changes: 'Last changes',
  noChanges: 'Nobody has changed a setting yet.',
  by: (who: string) => `by ${who}`,
  someone: 'the server’s command line',
  changed: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
  default: 'default',
  takeBack: 'Take back',
  takeBackNamed: (labels: string) => `Take back the change of ${labels}`,
  takenBack: 'The change is taken back.',
}

/** The settings, by what they are about. */
export const sections: readonly { title: string; fields: readonly (readonly [name: string, field: Field])[] }[] = [
  {
    title: 'The shop',
    fields: [
      ['SHOP_NAME', { label: 'Name', hint: 'On every page, in mails and on receipts.' }],
      ['SHOP_TAGLINE', { label: 'What you sell, in one sentence' }],
      ['SHOP_PHONE', { label: 'Phone' }],
      ['SHOP_ADDRESS', { label: 'Address' }],
      [
        'COUNTRY',
        {
          label: 'Country of the shop',
          hint: 'Sums are for delivery within it until a customer’s address is known. Without it, the highest tax is shown until then.',
          kind: 'country',
        },
      ],
    ],
  },
  {
    title: 'Prices and tax',
    fields: [
      ['CURRENCY', { label: 'Currency', hint: 'It stays as it is from the first order on.', kind: 'currency' }],
      [
        'TAX_RATE',
        {
          label: 'Tax rate',
          hint: 'A percentage with its sign, such as 19%. It holds in every country, unless there is a tax by country and class.',
        },
      ],
      [
        'PRICES_INCLUDE_TAX',
        { label: 'Prices contain the tax', hint: 'No: the tax is added to what the prices come to.', kind: 'yes-no' },
      ],
      ['TAX_TABLE', { label: tablesTexts.taxes, kind: 'tax-table' }],
      [
        'PRICE_LISTS',
        {
          label: 'Where several price lists hold for a customer',
          hint: 'Nearest: the list of the company comes before that of a group, and that before one for everyone.',
          kind: 'list-policy',
        },
      ],
      [
        'PRICES_AFTER_SIGN_IN',
        {
          label: 'Prices after sign-in',
          hint: 'Visitors then see no prices, nor sort or filter by them, until they sign in. Whoever is blocked sees none either.',
          kind: 'price-readers',
        },
      ],
    ],
  },
  {
    title: 'Delivery',
    fields: [
      ['SHIPPING_FEE', { label: 'Shipping fee', kind: 'amount' }],
      ['FREE_SHIPPING_FROM', { label: 'Free from goods for', kind: 'amount' }],
      ['DELIVERY_METHODS', { label: tablesTexts.methods, kind: 'delivery-methods' }],
    ],
  },
  {
    title: 'Orders',
    fields: [
      [
        'RESERVATION_HOURS',
        { label: 'Hours that an unpaid order holds its stock', hint: 'Then it expires.', kind: 'whole' },
      ],
      ['MAX_OPEN_ORDERS', { label: 'Unpaid orders that one customer may have at a time', kind: 'whole' }],
    ],
  },
  {
    title: 'Language and time',
    fields: [
      ['LOCALE', { label: 'Language of numbers and dates', hint: 'A language tag, such as en-US or de-DE.' }],
      ['TIME_ZONE', { label: 'Time zone', kind: 'time-zone' }],
    ],
  },
]

export type { Field }
