import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NewFilter, type OrderFilter, filtersContract } from '#contracts/ordering'
import { orderFilterOf } from '#parts/ordering'
import { filtersTexts as texts } from '#texts/ordering'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import styles from './saved-filters.module.css'

const filtersKey = ['order-filters']

/** The filters that are saved under a name, each a press away, and the way to save the one that is set. */
export function SavedFilters({ isFiltered }: { isFiltered: boolean }) {
  const filters = useQuery({ queryKey: filtersKey, queryFn: () => call(filtersContract.listFilters, {}) })
  const [isSaving, setSaving] = useState(false)
  const [toRemove, setToRemove] = useState<OrderFilter>()
  // The list of orders stands without them.
  const rows = filters.data ?? []
  if (rows.length === 0 && !isFiltered) return null
  return (
    <div className={styles.bar}>
      {rows.length > 0 && (
        <ul role="list" aria-label={texts.title} className={styles.filters}>
          {rows.map(filter => (
            <li key={filter._id}>
              <Link to={`/dashboard/allOrders?${new URLSearchParams(filter.query)}`} className={styles.name}>
                {filter.own ? filter.name : texts.by(filter.name, filter.by)}
              </Link>
              {filter.own && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={texts.remove(filter.name)}
                  onClick={() => setToRemove(filter)}
                >
                  <Icon name="x" size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isFiltered && (
        <Button size="small" variant="quiet" onClick={() => setSaving(true)}>
          {texts.save}
        </Button>
      )}
      <Dialog open={isSaving} onClose={() => setSaving(false)} title={texts.saveTitle}>
        <SaveForm onClose={() => setSaving(false)} />
      </Dialog>
      <RemoveDialog filter={toRemove} onClose={() => setToRemove(undefined)} />
    </div>
  )
}

function SaveForm({ onClose }: { onClose: () => void }) {
  const [address] = useSearchParams()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [nameProblem, setNameProblem] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const { act, problem, isPending } = useAction()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const parameters = Object.fromEntries(address)
    const sort = parameters['sort']
    const query = { ...orderFilterOf(parameters), ...(sort && { sort }) }
    const body = NewFilter.safeParse({ name, query, shared })
    const wrongName = body.error?.issues.find(({ path }) => path[0] === 'name')?.message
    setNameProblem(wrongName)
    setWrong(!body.success && wrongName === undefined)
    if (!body.success) return
    void act(
      async () => {
        await call(filtersContract.saveFilter, { body: body.data })
        onClose()
        toastSuccess(texts.saved(name.trim()))
        await queries.invalidateQueries({ queryKey: filtersKey })
      },
      failure => setNameProblem(failure.errors.find(({ field }) => field === 'name')?.message),
    )
  }
  return (
    <form noValidate className={styles.form} onSubmit={send}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        autoComplete="off"
        error={nameProblem}
        onChange={event => {
          setName(event.target.value)
          setNameProblem(undefined)
        }}
      />
      <label className={styles.shared}>
        <input type="checkbox" checked={shared} onChange={event => setShared(event.target.checked)} />
        {texts.shared}
      </label>
      <FormProblem>{nameProblem ? undefined : isWrong ? texts.wrong : problem}</FormProblem>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.saveVerb}
        </Button>
      </div>
    </form>
  )
}

type RemoveProps = { filter: OrderFilter | undefined; onClose: () => void }

function RemoveDialog({ filter, onClose }: RemoveProps) {
  const queries = useQueryClient()
  const { act, problem, isPending, forget } = useAction()
  // Kept while the dialog closes, so that its words do not go before it.
  const [shown, setShown] = useState(filter)
  if (filter && filter !== shown) setShown(filter)
  const close = () => {
    forget()
    onClose()
  }
  const { _id: id = '', name = '', shared = false } = shown ?? {}
  const remove = () =>
    act(async () => {
      await call(filtersContract.removeFilter, { params: { id } })
      onClose()
      toastSuccess(texts.removed(name))
      await queries.invalidateQueries({ queryKey: filtersKey })
    })
  return (
    <QuestionDialog
      open={filter !== undefined}
      onClose={close}
      title={texts.removeQuestion(name)}
      action={texts.removeVerb}
      isDangerous
      isPending={isPending}
      problem={problem}
      onConfirm={remove}
    >
      <p>{shared ? texts.removeShared : texts.removeText}</p>
    </QuestionDialog>
  )
}
