import { useState } from 'react'
import { type Category, categoriesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { useDone } from '#ui/controls/dialogs/use-done.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { categoriesTexts as texts } from './categories.texts.ts'
import { CategoryOptions } from './category-options.tsx'
import { useRefreshCategories } from './category-queries.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { isInside } from './move-category.tsx'

type RemoveCategoryProps = {
  category: Category | undefined
  all: readonly Category[]
  onClose: () => void
  /** Called when the category is gone and the dialog has closed. */
  onRemoved: () => void
}

/** Asks before a category goes, and where what is in it goes: so two categories become one. */
export function RemoveCategory({ category, all, onClose, onRemoved }: RemoveCategoryProps) {
  const done = useDone({ isOpen: category !== undefined, onClose, onDone: onRemoved })
  return (
    <Dialog open={category !== undefined} onClose={onClose} title={category && texts.removeQuestion(category.name)}>
      {category && <Removing key={category._id} category={category} all={all} onClose={onClose} onRemoved={done} />}
    </Dialog>
  )
}

type RemovingProps = {
  category: Category
  all: readonly Category[]
  onClose: () => void
  onRemoved: () => void
}

function Removing({ category, all, onClose, onRemoved }: RemovingProps) {
  const [into, setInto] = useState('')
  const [intoProblem, setIntoProblem] = useState<string>()
  const { act, isPending, failure } = useAction()
  const refresh = useRefreshCategories()
  // Tools that are sold no longer are in it, too: the shop says so when it is asked.
  const [isUsed, setUsed] = useState(category.count > 0 || all.some(({ parent }) => parent === category._id))

  const remove = async () => {
    setIntoProblem(isUsed && into === '' ? texts.intoMissing : undefined)
    if (isUsed && into === '') return
    const request = { params: { id: category._id }, query: { ...(into && { into }) } }
    const removed = await act(
      () => call(categoriesContract.removeCategory, request),
      refusal => {
        setIntoProblem(refusal.errors.find(error => error.field === 'into')?.message)
        if (refusal.code === 'category-in-use') setUsed(true)
        // Somebody else has removed it, or the one that its tools were to go to.
        else void refresh()
      },
    )
    if (!removed) return
    await refresh()
    onRemoved()
    toastSuccess(texts.removed(category.name))
  }
  return (
    <DialogForm
      action={texts.remove}
      isDangerous
      isPending={isPending}
      problem={intoProblem ? undefined : failure?.message}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{isUsed ? texts.removeMoves : texts.removeEmpty}</p>
      {isUsed && (
        <SelectField
          label={texts.into}
          value={into}
          onChange={event => setInto(event.target.value)}
          error={intoProblem}
        >
          <option value="">{texts.choose}</option>
          <CategoryOptions of={all.filter(other => !isInside(other, category))} />
        </SelectField>
      )}
    </DialogForm>
  )
}
