import { readQuantity } from '../controls/quantity.ts'
import { useState } from 'react'
import { Button, type ButtonVariant, LinkButton } from '../controls/button.tsx'
import { Field, SelectField, TextArea, TextField } from '../controls/field.tsx'
import { FileField } from '../controls/file-field.tsx'
import { countField } from '#kernel/typed-field'
import { DraftNotice } from '../controls/draft-notice.tsx'
import { FormProblem } from '../controls/form-problem.tsx'
import { ListFilters } from '../controls/list-filters.tsx'
import { TableChoiceFields } from '../controls/tables/table-choice-fields.tsx'
import type { TableChoices } from '#kernel/tables/read-table'
import { Readings } from '../controls/readings.tsx'
import { Stepper } from '../controls/stepper.tsx'
import { kitPageTexts as texts } from './kit-page.texts.ts'
import styles from './kit-page.module.css'

const variants: readonly ButtonVariant[] = ['primary', 'plain', 'quiet', 'danger']

export function Actions() {
  return (
    <>
      {(['usual', 'small'] as const).map(size => (
        <div key={size} className={styles.row}>
          {variants.map(variant => (
            <Button key={variant} variant={variant} size={size}>
              {texts.variants[variant]}
            </Button>
          ))}
          <Button variant="primary" size={size} pending>
            {texts.pending}
          </Button>
          <Button size={size} disabled>
            {texts.disabled}
          </Button>
          <LinkButton to="." size={size}>
            {texts.aLink}
          </LinkButton>
        </div>
      ))}
      <div className={styles.row}>
        <Button variant="primary" wide>
          {texts.wide}
        </Button>
      </div>
    </>
  )
}

export function Fields() {
  const { fields } = texts
  const [isRestored, setRestored] = useState(true)
  return (
    <>
      <DraftNotice isShown={isRestored} onDiscard={() => setRestored(false)} />
      <div className={styles.columns}>
        <TextField label={fields.name} autoComplete="off" />
        <TextField label={fields.email} type="email" hint={fields.emailHint} autoComplete="off" />
        <TextField
          label={fields.email}
          type="email"
          hint={fields.emailHint}
          error={fields.emailWrong}
          defaultValue={fields.typedWrong}
          autoComplete="off"
        />
        <SelectField label={fields.country} optional>
          {fields.countries.map(country => (
            <option key={country}>{country}</option>
          ))}
        </SelectField>
        <TextField label={fields.locked} defaultValue={texts.rows[0]?.number} disabled />
        <Field label={fields.ownField}>{wiring => <input type="range" {...wiring} />}</Field>
        <TextArea label={fields.note} optional />
        <FileField label={fields.file} hint={fields.fileHint} accept=".csv" />
      </div>
      <FormProblem>{fields.problem}</FormProblem>
      <TableQuestions />
    </>
  )
}

/** Russian in the letters of Windows, which no other encoding writes so. */
const cyrillic = new Blob([Uint8Array.from([0xd2, 0xee, 0xf0, 0xec, 0xee, 0xe7])])

function TableQuestions() {
  const [choices, setChoices] = useState<TableChoices>({})
  return (
    <TableChoiceFields
      openFields={['decimalSign', 'encoding']}
      file={cyrillic}
      choices={choices}
      onChange={setChoices}
    />
  )
}

export function Quantity() {
  const [quantity, setQuantity] = useState<number | undefined>(8)
  const [few, setFew] = useState<number | undefined>(2)
  return (
    <div className={styles.columns}>
      <Stepper label={texts.quantity} value={quantity} onChange={setQuantity} least={8} most={5400} />
      <Stepper
        label={texts.quantity}
        value={few}
        onChange={setFew}
        least={8}
        most={5400}
        error={few !== undefined && few >= 8 ? undefined : texts.quantityWrong}
      />
      <Readings
        typed={texts.unclear}
        field={countField('en-US')}
        onTake={taken => setFew(readQuantity(taken, 'en-US'))}
      />
    </div>
  )
}

export function Filters() {
  return (
    <ListFilters
      searchLabel={texts.search}
      choices={[{ name: 'state', label: texts.state, options: texts.states }]}
      fields={[{ name: 'from', label: texts.from, type: 'date' }]}
    />
  )
}
