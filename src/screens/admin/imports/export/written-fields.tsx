import { figureIn, formIn, headLanguages } from '#kernel/tables/column-heads'
import { type FileFormat, fileFormats } from '#kernel/tables/written-files'
import { importsTexts as texts } from '#texts/imports'
import { SelectField } from '#ui/controls/field.tsx'
import { useShop } from '#ui/shop.tsx'

/** How a file is written: `language` is empty where it is in the plain form. */
export type WrittenAs = { format: FileFormat; language: string }

type FieldsProps = { chosen: WrittenAs; onChange: (more: Partial<WrittenAs>) => void }

/** In which format a file is written, and by whose column names and decimal sign. */
export function WrittenFields({ chosen, onChange }: FieldsProps) {
  const { locale } = useShop()
  return (
    <>
      <SelectField
        label={texts.exportFormat}
        value={chosen.format}
        onChange={event => onChange({ format: fileFormats.find(one => one === event.target.value) ?? 'csv' })}
      >
        {fileFormats.map(format => (
          <option key={format} value={format}>
            {texts.exportFormats[format]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.exportForm}
        value={chosen.language}
        onChange={event => onChange({ language: event.target.value })}
      >
        <option value="">{texts.exportPlain}</option>
        {languagesFor(locale).map(language => (
          <option key={language} value={language}>
            {shownForm(language, locale)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** The shop's own language first, then all of which the heads are known. */
const languagesFor = (locale: string) => [
  locale,
  ...headLanguages.filter(language => language !== new Intl.Locale(locale).language),
]

/** `German: Artikelnummer, 12,50`. */
function shownForm(language: string, locale: string): string {
  const name = new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(language) ?? language
  const { headOf, decimalSign } = formIn(language)
  return `${name}: ${headOf('part_number')}, ${figureIn(decimalSign, '12.50')}`
}
