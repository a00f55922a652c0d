import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Category, catalogueContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { categoriesTexts as texts } from './categories.texts.ts'
import styles from './categories.module.css'
import { useRefreshCategories } from './category-queries.ts'

type RemoveCategoryProps = {
  category: Category | undefined
  /** Where its tools may go. */
  others: readonly Category[]
  onClose: () => void
  /** Called when the category is gone and the dialog has closed. */
  onRemoved: () => void
}

/** Asks before a category goes, and where its tools go. */
export function RemoveCategory({ category, others, onClose, onRemoved }: RemoveCategoryProps) {
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    if (!isBusy) onClose()
  }
  // Only when the dialog has closed: closing it puts the focus back on a button that is gone by then.
  const isRemoved = useRef(false)
  useEffect(() => {
    if (category || !isRemoved.current) return
    isRemoved.current = false
    onRemoved()
  }, [category, onRemoved])
  const removed = () => {
    isRemoved.current = true
    onClose()
  }
  return (
    <Dialog open={category !== undefined} onClose={close} title={category && texts.removeQuestion(category.name)}>
      {category && (
        <Removing
          key={category._id}
          category={category}
          others={others}
          onClose={onClose}
          onRemoved={removed}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  )
}

type RemovingProps = RemoveCategoryProps & { category: Category; onBusy: (isBusy: boolean) => void }

function Removing({ category, others, onClose, onRemoved, onBusy }: RemovingProps) {
  const [into, setInto] = useState('')
  const [intoProblem, setIntoProblem] = useState<string>()
  const { act, isPending, failure } = useAction()
  const refresh = useRefreshCategories()
  // Tools that are sold no longer are in it, too: the shop says so when it is asked.
  const [hasTools, setHasTools] = useState(category.count > 0)

  const remove = async () => {
    setIntoProblem(hasTools && into === '' ? texts.intoMissing : undefined)
    if (hasTools && into === '') return
    onBusy(true)
    const removed = await act(
      () => call(catalogueContract.removeCategory, { params: { id: category._id }, query: { ...(into && { into }) } }),
      refusal => {
        setIntoProblem(refusal.errors.find(error => error.field === 'into')?.message)
        if (refusal.code === 'category-in-use') setHasTools(true)
        // Somebody else has removed it, or the one that its tools were to go to.
        else void refresh()
      },
    ).finally(() => onBusy(false))
    if (!removed) return
    await refresh()
    onRemoved()
    toastSuccess(texts.removed(category.name))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void remove()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.dialog}>
      <p>{hasTools ? texts.removeMoves : texts.removeEmpty}</p>
      {hasTools && (
        <SelectField
          label={texts.into}
          value={into}
          onChange={event => setInto(event.target.value)}
          error={intoProblem}
        >
          <option value="">{texts.choose}</option>
          {others.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <FormProblem>{intoProblem ? undefined : failure?.message}</FormProblem>
      <div className={styles.answers}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="danger" pending={isPending}>
          {texts.remove}
        </Button>
      </div>
    </form>
  )
}
