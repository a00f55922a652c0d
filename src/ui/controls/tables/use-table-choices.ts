import { useState } from 'react'
import type { TableChoices } from '#kernel/tables/read-table'
import type { OpenField } from './table-choice-fields.tsx'
import { tableChoicesTexts as texts } from './table-choices.texts.ts'

type FieldProblem = { field: string; message: string }

const isOpenField = (field: string): field is OpenField => field === 'encoding' || field === 'decimalSign'

/** What a field for table files offers to choose. */
export const tableFileTypes = '.csv,.txt,.tsv,.xlsx,text/csv'

/**
 * What somebody says of a file that leaves open how it is read. `problemOf` gives the sentence for a refused file; where it asks
 * for such a choice, `fields` do from then on, beside the file's own rows. `asks`: what is known to be left open.
 */
export function useTableChoices(file: Blob | undefined, asks?: string | null) {
  const [choices, setChoices] = useState<TableChoices>({})
  const [heard, setHeard] = useState<readonly OpenField[]>([])
  const openFields = asks && isOpenField(asks) ? [...heard, asks] : heard
  const problemOf = (errors: readonly FieldProblem[], field: string): string | undefined => {
    const fields = errors.map(({ field }) => field).filter(isOpenField)
    setHeard(before => [...new Set([...before, ...fields])])
    return fields.length > 0 ? texts.answer : errors.find(error => error.field === field)?.message
  }
  const forget = () => {
    setChoices({})
    setHeard([])
  }
  const fields = { openFields, file, choices, onChange: setChoices }
  return { choices, fields, problemOf, forget, say: setChoices }
}
