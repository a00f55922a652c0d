import { type FormEvent, useState } from 'react'
import { type Company, CompanyInput, companiesContract } from '#contracts/companies'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import styles from './companies.module.css'
import { companiesTexts as texts } from './companies.texts.ts'
import { useRefreshCompanies } from './company-queries.ts'

const empty = { name: '', vatNumber: '' }
type Typed = typeof empty

const typedOf = (company: Company | undefined): Typed =>
  company ? { name: company.name, vatNumber: company.vatNumber ?? '' } : empty

/** What a company is called. Without a company, a new one. */
export function CompanyForm({ company }: { company?: Company }) {
  const [typed, setTyped] = useState(() => typedOf(company))
  const { save, errors, isPending, problem } = useSaving(company)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !(await save(typed)) || company) return
    setTyped(empty)
  }
  const text = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: errors.get(name),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <Card as="section">
      <form noValidate onSubmit={event => void submit(event)} className={styles.form}>
        <SectionTitle>{company ? texts.details : texts.add}</SectionTitle>
        <div className={styles.fields}>
          <TextField {...text('name')} label={texts.name} />
          <TextField {...text('vatNumber')} label={texts.vatNumber} optional />
        </div>
        <FormProblem>{errors.size > 0 ? undefined : problem}</FormProblem>
        <div>
          <Button type="submit" variant="primary" pending={isPending}>
            {company ? texts.save : texts.add}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Saves a company, once however often the button is pressed; what stands in the way is put to its fields. */
function useSaving(company: Company | undefined) {
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshCompanies()
  const put = (wrong: readonly { field: string; message: string }[]) =>
    setErrors(new Map(wrong.map(({ field, message }) => [field, message])))

  const save = async (typed: Typed): Promise<boolean> => {
    const { data: body, error } = CompanyInput.safeParse(typed)
    put((error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })))
    if (!body) return false
    const send = async () => {
      if (!company) return call(companiesContract.addCompany, { body, idempotencyKey: keyOf(body) })
      const { _id: id, version } = company
      return call(companiesContract.changeCompany, { params: { id }, body: { ...body, version } })
    }
    if (!(await act<unknown>(send, refusal => put(refusal.errors)))) return false
    forget()
    toastSuccess(company ? texts.saved(body.name) : texts.added(body.name))
    await refresh(company?._id)
    return true
  }
  return { save, errors, isPending, problem }
}
