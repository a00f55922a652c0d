import type { ShopSetting } from '#contracts/desk'
import { settingsTexts } from '../settings.texts.ts'
import { DeliveryMethods } from './delivery-methods.tsx'
import { inWords } from './rows.ts'
import styles from './tables.module.css'
import { tablesTexts as texts } from './tables.texts.ts'
import { TaxTable } from './tax-table.tsx'

export type TableProps = {
  /** The rows as the setting is written. */
  value: string
  onChange: (value: string) => void
  /** By row and field: `0.rate`. */
  errorOf: (field: string) => string | undefined
}

const tables = { 'tax-table': TaxTable, 'delivery-methods': DeliveryMethods }

type TableFieldProps = {
  kind: keyof typeof tables
  label: string
  hint?: string | undefined
  setting: ShopSetting
  value: string
  onChange: (value: string) => void
  errors: ReadonlyMap<string, string>
}

/** A setting that has rows. What the environment says is shown, and cannot be changed. */
export function TableField({ kind, label, hint, setting: { name, from }, value, onChange, errors }: TableFieldProps) {
  const Table = tables[kind]
  return (
    <fieldset className={styles.table}>
      <legend>{label}</legend>
      <p className={styles.soft}>{hint}</p>
      {from === 'environment' ? (
        <p>
          {inWords(name, value) || texts.none}
          <br />
          <span className={styles.soft}>{settingsTexts.locked(name)}</span>
        </p>
      ) : (
        <Table value={value} onChange={onChange} errorOf={field => errors.get(`${name}.${field}`)} />
      )}
      <p className={styles.error} aria-live="polite">
        {errors.get(name)}
      </p>
    </fieldset>
  )
}
