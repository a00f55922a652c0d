import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import { type HomeEntryName, mostOf, promisePlaceholders } from '#rules/content'

/** How a part of an entry is typed. */
export type EntryField =
  | { kind: 'line' | 'link'; name: string; label: string; hint?: string }
  | { kind: 'text'; name: string; label: string; hint?: string; rows?: number }
  | { kind: 'choice'; name: string; label: string; hint?: string; choices: readonly (readonly [string, string])[] }
  | { kind: 'group'; name: string; fields: readonly EntryField[] }
  | {
      kind: 'list'
      name: string
      /** What one of them is called: it gets its number. */
      one: string
      add: string
      none: string
      most: number
      fields: readonly EntryField[]
      blank: Readonly<Record<string, unknown>>
    }

/** Every sentence of the screens on which owners write the shop's own words. */
export const contentTexts = texts('screens.content', {
  title: 'Content',
  home: 'Home and footer',
  documents: 'Pages and blog',
  mails: 'Mails',
  lead: 'The words of the home page and of the footer. A change is shown to the next visitor.',
  elsewhere: 'Name, phone and address, which the top bar shows, are among the settings.',
  toSettings: 'Open the settings',
  toHome: 'See the home page',
  logo: 'Logo',
  logoLead:
    'Shown in the navigation bar, in emails and on receipts; without one, the name is shown. A wide picture on white or a transparent background works best.',
  logoPicture: 'Picture',
  failed: 'The words of the shop could not be loaded',
  save: 'Save',
  saveNamed: (title: string) => sentence`Save: ${title}`,
  saved: (title: string) => sentence`${title}: saved.`,
  nothing: 'Nothing has changed.',
  original: 'Back to the original',
  originalNamed: (title: string) => sentence`Back to the original: ${title}`,
  isOriginal: (title: string) => sentence`${title}: the original is shown again.`,
  outdated: 'Somebody else has saved this since you opened it. What you typed is still here.',
  keepMine: 'Keep mine',
  takeTheirs: 'Discard mine and show theirs',
  up: 'Up',
  moveUp: (name: string) => sentence`Move up: ${name}`,
  movedTo: (name: string) => sentence`It is ${name} now.`,
  remove: 'Remove',
  removeNamed: (name: string) => sentence`Remove: ${name}`,
  full: (most: number) => `There is room for ${most}.`,
  changes: 'Last changes',
  noChanges: 'Nobody has changed anything yet.',
  by: (who: string) => sentence`by ${who}`,
  someone: 'the server’s command line',
  takeBack: 'Undo',
  takeBackNamed: (title: string) => sentence`Undo the change to ${title}`,
  takenBack: 'The change has been undone.',
})

const whereLinksLead = 'A link leads to a path of this shop, such as /shop or /pages/contact, or to an https address.'
const linkFields: readonly EntryField[] = [
  { kind: 'line', name: 'label', label: 'Words of the link' },
  { kind: 'link', name: 'to', label: 'Leads to' },
]

const [freeFrom, fee, hours] = promisePlaceholders

/** The forms of home page and footer, in the order of the page. */
export const homeForms = texts<Record<HomeEntryName, { title: string; lead?: string; fields: readonly EntryField[] }>>(
  'screens.homeForms',
  {
    hero: {
      title: 'Top of the home page',
      fields: [
        { kind: 'line', name: 'eyebrow', label: 'Small line above' },
        { kind: 'line', name: 'title', label: 'Headline' },
        { kind: 'text', name: 'lead', label: 'Sentence below', rows: 2 },
        { kind: 'line', name: 'button', label: 'Button of the vehicle finder' },
      ],
    },
    services: {
      title: 'Promises',
      lead: `{${freeFrom}}, {${fee}} and {${hours}} stand for what the settings say: the amount from which delivery is free, the shipping fee, and the hours for which an unpaid order holds its stock.`,
      fields: [
        {
          kind: 'list',
          name: 'items',
          one: 'Promise',
          add: 'Add a promise',
          none: 'The home page shows no promises.',
          most: mostOf.services,
          blank: { icon: 'truck', title: '', text: '' },
          fields: [
            { kind: 'line', name: 'title', label: 'What you promise' },
            { kind: 'line', name: 'text', label: 'In a few words' },
            {
              kind: 'choice',
              name: 'icon',
              label: 'Picture',
              choices: [
                ['truck', 'Truck'],
                ['shield', 'Shield'],
                ['card', 'Card'],
                ['clock', 'Clock'],
              ],
            },
          ],
        },
      ],
    },
    promos: {
      title: 'Offers',
      lead: `Up to two cards. Offer only what you are selling now. ${whereLinksLead}`,
      fields: [
        {
          kind: 'list',
          name: 'items',
          one: 'Offer',
          add: 'Add an offer',
          none: 'The home page shows no offers.',
          most: mostOf.promos,
          blank: { eyebrow: '', title: '', text: '', action: { label: '', to: '/shop' } },
          fields: [
            { kind: 'line', name: 'eyebrow', label: 'Small line above' },
            { kind: 'line', name: 'title', label: 'Title' },
            { kind: 'text', name: 'text', label: 'Text' },
            { kind: 'group', name: 'action', fields: linkFields },
          ],
        },
      ],
    },
    statistics: {
      title: 'Figures',
      lead: 'Up to four figures of your business. Show only true ones; without any, the strip is not shown.',
      fields: [
        {
          kind: 'list',
          name: 'items',
          one: 'Figure',
          add: 'Add a figure',
          none: 'The home page shows no figures.',
          most: mostOf.statistics,
          blank: { label: '', value: '' },
          fields: [
            { kind: 'line', name: 'value', label: 'Figure', hint: 'Such as 1,200 or 98%.' },
            { kind: 'line', name: 'label', label: 'Of what' },
          ],
        },
      ],
    },
    footer: {
      title: 'Footer',
      lead: whereLinksLead,
      fields: [
        {
          kind: 'list',
          name: 'lists',
          one: 'List',
          add: 'Add a list',
          none: 'The footer shows no links.',
          most: mostOf.lists,
          blank: { title: '', links: [] },
          fields: [
            { kind: 'line', name: 'title', label: 'Title' },
            {
              kind: 'list',
              name: 'links',
              one: 'Link',
              add: 'Add a link',
              none: 'There is no link in this list.',
              most: mostOf.links,
              blank: { label: '', to: '' },
              fields: linkFields,
            },
          ],
        },
        { kind: 'line', name: 'copyright', label: 'Last line', hint: 'The year is added after it.' },
      ],
    },
  },
)
