import { useState } from 'react'
import { CategoryInput } from '#contracts/catalogue'
import type { CallFailed } from '#ui/calls/call-failed.ts'

export type CategoryValues = { name: string; slug: string; text: string; hidden: boolean; img: string | undefined }

/** A category as it is typed, and what is wrong with it: by the contract before it is sent, or as the shop says. */
export function useCategoryForm(initial: Partial<CategoryValues> = {}) {
  const [values, setValues] = useState<CategoryValues>({
    name: '',
    slug: '',
    text: '',
    hidden: false,
    img: undefined,
    ...initial,
  })
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const set = (change: Partial<CategoryValues>) => setValues(values => ({ ...values, ...change }))
  const check = (): boolean => {
    const issues = CategoryInput.safeParse(values).error?.issues ?? []
    setProblems(new Map(issues.map(({ path, message }) => [String(path[0]), message])))
    return issues.length === 0
  }
  const onRefused = ({ errors }: CallFailed) =>
    setProblems(new Map(errors.map(({ field, message }) => [field, message])))
  return { values, set, problems, check, onRefused }
}
