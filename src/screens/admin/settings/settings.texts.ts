import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

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
    | 'percentage'
    | 'whole'
    | 'list-policy'
    | 'tax-table'
    | 'delivery-methods'
}

/** Every sentence of the screen on which owners set up the shop. */
export const settingsTexts = texts('screens.settings', {
  title: 'Settings',
  lead: 'What the shop says about itself, and how it sells. A change takes effect at once; an empty field returns to its default.',
  failed: 'The settings could not be loaded',
  locked: (name: string) => sentence`Set by whoever runs the server, as ${name}. It can only be changed there.`,
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
  by: (who: string) => sentence`by ${who}`,
  someone: 'the server’s command line',
  changed: (label: string, before: string, after: string) => sentence`${label}: ${before} → ${after}`,
  default: 'default',
  takeBack: 'Undo',
  takeBackNamed: (labels: string) => `Undo the change to ${labels}`,
  takenBack: 'The change has been undone.',
})

/** The settings, by what they are about. */
export const sections = texts<readonly { title: string; fields: readonly (readonly [name: string, field: Field])[] }[]>(
  'screens.sections',
  [
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
        ['CURRENCY', { label: 'Currency', hint: 'It cannot be changed after the first order.', kind: 'currency' }],
        [
          'TAX_RATE',
          {
            label: 'Tax rate (%)',
            hint: 'It applies in every country, unless there is a tax by country and class.',
            kind: 'percentage',
          },
        ],
        [
          'PRICES_INCLUDE_TAX',
          { label: 'Prices include tax', hint: 'No: tax is added to the prices.', kind: 'yes-no' },
        ],
        [
          'TAX_TABLE',
          {
            label: 'Tax by country and class',
            hint: 'Each row says what one class of goods is taxed at in one country, or in one part of it; the last one says it of every country without a row. Where the place is not known, or the class, the highest rate holds that may: so say what holds in the rest of a country by a row without a region. E, AE, K and G are for buyers who prove something, which nobody can yet: such rows charge the standard rate of the shop’s country. With a table, tax is rounded once for all that is taxed alike.',
            kind: 'tax-table',
          },
        ],
        [
          'PRICE_LISTS',
          {
            label: 'When several price lists apply to a customer',
            hint: 'Nearest: the list of the company comes before that of a group, and that before one for everyone.',
            kind: 'list-policy',
          },
        ],
        [
          'PRICES_AFTER_SIGN_IN',
          {
            label: 'Prices after sign-in',
            hint: 'Until they sign in, visitors see no prices and cannot sort or filter by them. Blocked customers see none either.',
            kind: 'price-readers',
          },
        ],
      ],
    },
    {
      title: 'Delivery',
      fields: [
        ['SHIPPING_FEE', { label: 'Shipping fee', kind: 'amount' }],
        ['FREE_SHIPPING_FROM', { label: 'Free for goods worth', kind: 'amount' }],
        [
          'DELIVERY_METHODS',
          {
            label: 'More delivery methods',
            hint: 'Standard delivery is always there: it costs the shipping fee above. Buyers are offered these as well where address, weight and value of the goods fit.',
            kind: 'delivery-methods',
          },
        ],
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
  ],
)

/** What is said of a setting; undefined of one that has no field. */
export const fieldOfSetting = (name: string): Field | undefined =>
  sections.flatMap(({ fields }) => fields).find(([own]) => own === name)?.[1]

export type { Field }
