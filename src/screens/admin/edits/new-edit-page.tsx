import { formatNumber } from '#kernel/formats'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { toolEditsContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { nothingTyped, readChange } from './edit-change.ts'
import { EditFields } from './edit-fields.tsx'
import styles from './edits.module.css'
import { editsTexts as texts } from './edits.texts.ts'

/** What is to be changed of the ticked tools, or of all that the filter in the address shows. */
export default function NewEditPage() {
  const ids = useTickedIds()
  const [query] = useSearchParams()
  const shop = useShop()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(nothingTyped)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const { act, problem, isPending, forget } = useAction()
  const { keyOf } = useIdempotencyKey()
  const tell = (errors: readonly { field: string; message: string }[]) =>
    setProblems(new Map(errors.map(({ field, message }) => [field.replace(/^change\./, ''), message])))

  const look = async () => {
    const { change, problems } = readChange(typed, shop)
    tell(problems)
    forget()
    if (!change) return
    const filter = Object.fromEntries(query) as { stock?: 'low' }
    const body = { ...(ids ? { ids } : { filter }), change }
    const begun = await act(
      () => call(toolEditsContract.beginToolEdit, { body, idempotencyKey: keyOf(body) }),
      refusal => tell(refusal.errors),
    )
    if (begun) await navigate(`/dashboard/manageProducts/edits/${begun.insertedId}`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void look()
  }
  const back = `/dashboard/manageProducts${query.size > 0 ? `?${query}` : ''}`
  return (
    <>
      <DocumentHead title={texts.newTitle} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.toProducts, to: back }, { label: texts.newTitle }]} />
      <PageTitle lead={ids ? texts.newLeadTicked(formatNumber(ids.length, shop.locale)) : texts.newLeadAll}>
        {texts.newTitle}
      </PageTitle>
      <Card as="section">
        <form noValidate onSubmit={submit} className={styles.form}>
          <EditFields typed={typed} problems={problems} onChange={more => setTyped({ ...typed, ...more })} />
          <FormProblem>{problems.get('change') ?? problem}</FormProblem>
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" pending={isPending}>
              {texts.look}
            </Button>
            <LinkButton to={back}>{texts.cancel}</LinkButton>
          </div>
        </form>
      </Card>
    </>
  )
}

/** The tools that were ticked on the list that led here; undefined where its filter is meant. */
function useTickedIds(): string[] | undefined {
  const { state } = useLocation() as { state: unknown }
  const ids = typeof state === 'object' && state && 'ids' in state ? state.ids : undefined
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : undefined
}
