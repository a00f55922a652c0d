import { textFor, texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import { formatNumber } from '#kernel/formats'
import { type TableFault, tableSentence } from '#kernel/tables/table-problem'
import { type Problem, type ProblemCode, importLimits } from '../import.rules.ts'
import { formTexts, sendAgain, tickAgain } from './form.texts.ts'

type OwnHint = Exclude<ProblemCode, TableFault> | 'other-currency' | 'row-currency'

const hints = texts<Record<OwnHint, string>>('imports.hints', {
  'file-unreadable': 'The file cannot be read. Check that it is complete, and send it again.',
  'other-currency':
    'The amounts of this column are in another currency than its list. Choose the file again, and say the currency of its prices.',
  'row-currency':
    'The amounts of this row are in another currency than its list. If the whole list is in that one, choose the file again and say the currency of its prices. If not, convert this row.',
  'line-left-out':
    'This line was left out: it is a title above the names of the columns, a heading among the rows, or a total or words below them.',
  'file-unpacks-too-large':
    'This file unpacks to far more than any catalogue needs. Unpack it yourself, check it, and send it unpacked.',
  'columns-not-permitted':
    'Whoever sent this may not change everything in it. Leave these columns out, or have it sent by somebody whose role may:',
  'xml-broken': 'The XML ends too early or is not well formed here. Export the file again.',
  'xml-forbidden': 'Catalogue files have no document type and no entities. Remove them.',
  'xml-too-large': 'Part of the file is larger or more deeply nested than any catalogue needs. Check this line.',
  'xml-unknown': 'This is neither an ACES nor a PIES file. Choose another one.',
  'head-missing':
    'The first row must name the columns: part_number is needed, external_id for a mapping of vehicles, or category and attribute_name for categories.',
  'head-unknown': 'The columns do not show what kind of file this is. Name them as a sample file of that kind does.',
  'columns-differ':
    'This list has not all the columns that were mapped, so nothing of it was read. Choose the file again and say what its columns are.',
  'column-unknown': 'This column was left out. If it matters, give it a name that a sample file of this kind has.',
  'value-missing': 'Fill in this field.',
  'value-too-long': 'Shorten this value.',
  'cell-error-left-out':
    'The spreadsheet shows an error here, so this cell was left out: a new part goes in without it, and a known one keeps what it had. Mend its formula, or type the value.',
  'number-expected': 'Use a plain whole number here, such as 4.',
  get 'word-unsaid'() {
    return `Nobody has said what this word means. Choose the file again on the page Import, say it beside the word, and press “${formTexts.send}”. If it is a slip, correct it in the file.`
  },
  'year-implausible': 'Use a four-digit year, and a plausible span.',
  'years-reversed': 'The first year is after the last one. Swap them.',
  'choice-unknown': 'This column takes other values. A sample file shows them.',
  'condition-malformed': 'Write conditions like this: Submodel=GLS; Drive=AWD.',
  'price-malformed': 'Use an amount above 0 with the decimals of its currency, such as 177.24.',
  'price-of-one-lost':
    'The currency has no amount this small for a single unit. Sell the pack as one unit: say its price, and 1 as the number of units that it is for.',
  'price-currency': 'The price is in a different currency. Export prices in the shop’s own.',
  'price-missing': 'A part that is new to the shop needs a price.',
  'price-none':
    'A part needs a price: this one is new to the shop, and its list says that it has none. It was left out, and goes in with the first list that says its price.',
  get 'price-leap'() {
    return `The price becomes at least ${importLimits.priceLeap} times what it is, or at most 1/${importLimits.priceLeap} of it. If that is not meant, keep the old price when you commit, or correct it in the file, or what its column is, and ${sendAgain()}. If it is, say so when you commit.`
  },
  'price-kept':
    'The part keeps the price that it had, as was said with the commit. All else of its row went in. If the new price is right after all, import the list again.',
  'gtin-wrong': 'The check digit of this GTIN is wrong. Check the number on the package.',
  'gtin-left-out':
    'This is no GTIN, so it was left out: a new part goes in without one, and a known one keeps its own. Compare it with the number on the package. If a spreadsheet has shortened it, format the column as text and type it again.',
  'gtin-zero': 'These digits are a UPC that has lost the zeros before it. It was read with them.',
  'gtin-taken': 'Another part has this GTIN already. Correct one of them.',
  'part-discontinued':
    'This word says that the part is discontinued, and a figure belongs here. Write 0 as its stock, so that no more of it is sold, or leave the row out and take the part out of the shop on its own page.',
  get 'part-unknown'() {
    return `The shop does not sell this part. Add it first, or ${tickAgain('createParts')}.`
  },
  'part-ambiguous':
    'Several parts have this number, or the shop writes it with other signs. Give the brand, and the number as the shop writes it.',
  'part-twice': 'The file has this part twice. The first row was taken.',
  'part-twice-last': 'The file has this part more than once. The last row was taken.',
  'unlisted-out-of-stock': 'The list no longer has this part. It goes out of stock.',
  'unlisted-archived': 'The list no longer has this part. It is taken out of the shop.',
  get 'unlisted-kept'() {
    return `These files lack parts that their source has listed before. They stay as they are. If they are not sold any more, choose what becomes of them beside “${formTexts.unlisted}”, and ${sendAgain()}.`
  },
  get 'unlisted-unknown'() {
    return `A row cannot be read, so nobody knows which part it is about. All parts that the list seems to lack stay as they are. Correct the row, then ${sendAgain()}.`
  },
  get 'applications-unknown'() {
    return `A row cannot be read, so nobody knows which part it is about. All applications that the list seems to lack stay as they are. Correct the row, then ${sendAgain()}.`
  },
  'part-looks-alike':
    'Another part has this number in letters of another alphabet that look the same. It is probably the same part twice: check it.',
  get 'category-unknown'() {
    return `The shop has no such category. Use one of its names, add it first, or ${tickAgain('createCategories')}.`
  },
  'category-new': 'The shop has no such category yet. It is added with this import.',
  'category-ambiguous': 'Several categories have this name. Write the path to the one that is meant: Brakes > Seals.',
  'category-malformed':
    'Write up to five names, of up to 80 characters each and without line breaks, with > between them: Brakes > Brake Pads.',
  'category-otherwise':
    'Another row says something else of this category. Say it once, and leave the cell empty in the other rows of the category.',
  'category-text': 'Leave out the characters that cannot be seen: they change how the rest reads.',
  'category-address': 'Write the last part of its address in small letters, digits and hyphens, such as brake-pads.',
  'category-address-taken': 'Another category has this address, or had it: links still lead there. Write another one.',
  'categories-too-many': 'A shop has 5,000 categories at most. Leave some out.',
  'category-rows-too-many':
    'An import takes 20,000 rows of categories at most. Send the others in a file of their own.',
  'attribute-name': 'Give the attribute a name with letters or digits, on one line and without brackets.',
  'attribute-name-taken':
    'A category above or below this one has an attribute of this name, which counts here, too. Leave the row out, or write another name.',
  'attribute-kind': 'Write text, number, yes-no or choice.',
  'attribute-kind-differs':
    'The shop has this attribute with another kind, and the kind of an attribute does not change: parts keep their values by it. Write the kind that it has, or another name.',
  'attribute-unit': 'Only numbers have a unit, on one line and without brackets. Leave it out.',
  'attribute-choices':
    'Only an attribute of the kind choice has choices, and it needs 1 to 100 of them: each once, with letters or digits and up to 60 characters, with semicolons between.',
  'attribute-twice': 'The file has this attribute of the category twice. The first row was taken.',
  'attributes-too-many': 'A category has 30 attributes of its own at most, and a shop 2,000. Leave some out.',
  get 'attribute-unknown'() {
    return `A part has the attributes of its category. The category of these parts lacks this one, or they are in none, so these cells were left out. First give parts without a category one: in the file, or with “${formTexts.category}” on the page Import. To add the attribute to the category, ${tickAgain('createAttributes')}.`
  },
  'attribute-new': 'No category of these parts has this attribute yet. It is added with this import.',
  get 'attribute-new-name'() {
    return `The attribute was not added: its name needs letters or digits and has up to 60 characters, and its unit, in brackets behind it, up to 20. Correct the column’s name, then ${sendAgain()}.`
  },
  get 'attribute-new-taken'() {
    return `The attribute was not added: the category, one above or one below it has one of this name with another unit, kind or choices. Write that unit, or another name, then ${sendAgain()}.`
  },
  get 'attribute-new-unit'() {
    return `The attribute was not added, and its column was left out: the column’s name has a unit, but too few of its cells are numbers. The cell shown here is not a number. Correct such cells, or leave the unit out of the column’s name, then ${sendAgain()}.`
  },
  'attribute-new-room':
    'The attribute was not added: a category has 30 attributes of its own at most, and a shop 2,000. Remove some, or leave the column out.',
  get 'attribute-new-text'() {
    return `This cell was left out: an attribute takes up to 200 characters on one line. Shorten it, then ${sendAgain()}.`
  },
  'attribute-left-out':
    'This is not one number, so this cell was left out: a new part goes in without it, and a known one keeps what it had. Write one number, without its unit.',
  'attribute-value':
    'The attribute does not take this value. Use a number with a decimal point and no unit, yes or no, or one of its choices.',
  'unit-unknown': 'Write each, pair, set, or box of 10 with the number in the box, 2 or more.',
  'weight-malformed':
    'Write a figure above 0 with a decimal point, such as 1.25: kilograms with 3 decimals at most, or the unit in the name of its column.',
  'tax-class-malformed': 'Write lower-case letters, digits and hyphens, a letter first: standard, or reduced.',
  'country-unknown': 'Write the country’s code of two letters, such as DE, or its name.',
  'country-left-out':
    'This is no country, so this cell was left out: a new part goes in without one, and a known one keeps its own. Write the country’s code of two letters, such as DE, or its name.',
  'customs-code-malformed':
    'Write 6 to 12 digits, such as 870830. If the spreadsheet has shortened the number, format the column as text.',
  'customs-code-left-out':
    'This is no customs code, so this cell was left out: a new part goes in without one, and a known one keeps its own. Write 6 to 12 digits, such as 870830. If the spreadsheet has shortened the number, format the column as text.',
  'picture-unknown': 'The shop has no such picture. Upload it first, and write the address that it gets.',
  'too-many-pictures-named': 'A tool can have at most 12 pictures. Leave some out.',
  'picture-texts-too-many':
    'There are more texts than pictures. Write one for each, and a backslash before a semicolon that is part of a text.',
  'picture-texts-alone': 'Texts belong to pictures. Name the pictures in the pictures column, too.',
  'minimum-not-multiple': 'The minimum must be a multiple of what the part is sold in. Correct one of the two.',
  'minimum-raised': 'The minimum was not a multiple of what the part is sold in, and was raised to the next one.',
  'stock-held': 'Open orders hold more units than this count. Close them first, or correct the count.',
  'fits-contradicted':
    'Another row says that this part does not fit this vehicle, and that one was taken. Correct one of the two.',
  'vehicle-unknown':
    'The shop does not know this vehicle. These rows wait until a mapping file or the vehicle arrives.',
  'vehicle-number-implausible': 'No base vehicle has this number. Correct it at its source.',
  'position-implausible': 'No position has this number. Correct it at its source.',
  'equipment-unsupported': 'This is about equipment, not about a vehicle. Such rows cannot be imported.',
  'action-change':
    'It does not say what it changes. Send D for the old application and A for the new one, or the whole catalogue.',
  'action-unknown': 'Use A to add, C to change, D to delete.',
  'nothing-to-remove': 'There is nothing left to remove.',
  'record-count':
    'The file states a different number of records than it contains. Ask its sender whether it is complete.',
  'replaces-itself': 'A part cannot replace itself. Correct one of the two numbers.',
  'replaces-other-brand':
    'A number is superseded by one of the same brand only. For another brand’s number, use the kind interchange.',
  'replaced-otherwise': 'Another source says that another part replaces this number. Correct one of them.',
  'replaced-unclear':
    'A part of this brand has this number with other signs, so another may be meant. Write the number as its part has it.',
  'replaced-twice': 'The files say twice what replaces this number. The first row was taken.',
  'successor-several': 'One number takes a part’s place. Write that one alone.',
  'alias-twice': 'The file gives this number to two vehicles. The first row was taken.',
})

/** What to do about a problem: one sentence. */
export const hintFor = (code: ProblemCode): string => textFor(hints, code) ?? tableSentence(code as TableFault)

/** A problem in one sentence with its place, for where there is no table. */
export function sentenceOf(problem: Pick<Problem, 'line' | 'code' | 'value'> & { file: string }): string {
  const { file, line, code, value } = problem
  const place = line === null ? file : sentence`${file}, line ${line}`
  return sentence`${place}: ${hintFor(code)}${value ? ` (${value})` : ''}`
}

/** The page's sentences about problems. */
export const problemTexts = texts('imports.problem', {
  problems: (count: number) => (count === 1 ? '1 problem' : `${formatNumber(count, 'en')} problems`),
  notes: (count: number) => (count === 1 ? '1 note' : `${formatNumber(count, 'en')} notes`),
  notesLead: 'Nothing has to be done about these.',
  problemsNone: 'Every row can go in as it is.',
  problemsFailed: 'The problems could not be loaded',
  download: 'Download problems and notes',
  refusedFile: (rows: number) =>
    rows === 1 ? 'Download the row to correct' : `Download the ${formatNumber(rows, 'en')} rows to correct`,
  refusedFileOf: (rows: number, file: string) => sentence`Rows of ${file} to correct (${formatNumber(rows, 'en')})`,
  refusedHint:
    'Rows to correct come back in the columns of your file, each with the reason. Correct them there, and choose that file on the page Import. The first 100,000 are kept, for 30 days.',
  /** `refused`: as they are counted above; `rows`: those that come back. */
  refusedOthers: (refused: number, rows: number) =>
    `${formatNumber(refused, 'en')} were refused in all, and ${rows === 1 ? '1 row needs' : `${formatNumber(rows, 'en')} rows need`} correction: a row that lists a part again needs none, and one that holds several things counts as several.`,
  suchAs: 'such as ',
  firstPlace: 'First at',
  problemsUnkept: (more: number) => `${formatNumber(more, 'en')} more were counted, and are not listed.`,
  eachProblem: 'Each problem',
  eachNote: 'Each note',
  place: 'Where',
  placeOf: (line: number | null, record: string | null) =>
    [line !== null && `Line ${line}`, record !== null && `record ${record}`].filter(Boolean).join(', ') || 'Whole file',
  field: 'Field',
  value: 'Value',
  times: 'Rows',
  hint: 'What to do',
  news: 'What it is',
})
