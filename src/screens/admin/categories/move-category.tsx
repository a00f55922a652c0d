import { useState } from 'react'
import { type Category, categoriesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { categoriesTexts as texts } from './categories.texts.ts'
import { CategoryOptions } from './category-options.tsx'
import { useRefreshCategories } from './category-queries.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'

type MoveCategoryProps = { category: Category | undefined; all: readonly Category[]; onClose: () => void }

/** Where a category stands, without a pointer. */
export function MoveCategory({ category, all, onClose }: MoveCategoryProps) {
  return (
    <Dialog open={category !== undefined} onClose={onClose} title={category && texts.moveNamed(category.name)}>
      {category && <Moving key={category._id} category={category} all={all} onClose={onClose} />}
    </Dialog>
  )
}

type MovingProps = { category: Category; all: readonly Category[]; onClose: () => void }

function Moving({ category, all, onClose }: MovingProps) {
  const [parent, setParent] = useState(category.parent ?? '')
  const [before, setBefore] = useState(nextSibling(all, category)?._id ?? '')
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshCategories()
  const siblings = all.filter(other => (other.parent ?? '') === parent && other._id !== category._id)

  const move = async () => {
    const body = { parent: parent || null, before: before || null }
    const moved = await act(
      () => call(categoriesContract.moveCategory, { params: { id: category._id }, body }),
      ({ errors }) => {
        setProblems(new Map(errors.map(({ field, message }) => [field, message])))
        void refresh()
      },
    )
    if (!moved) return
    await refresh()
    onClose()
    toastSuccess(texts.moved(category.name))
  }
  return (
    <DialogForm
      action={texts.move}
      isPending={isPending}
      problem={problems.size > 0 ? undefined : problem}
      onSubmit={move}
      onClose={onClose}
    >
      <p>{texts.moveExplained}</p>
      <SelectField
        label={texts.parent}
        value={parent}
        onChange={event => {
          setParent(event.target.value)
          setBefore('')
        }}
        error={problems.get('parent')}
      >
        <option value="">{texts.atTop}</option>
        <CategoryOptions of={all.filter(other => !isInside(other, category))} />
      </SelectField>
      <SelectField
        label={texts.before}
        value={before}
        onChange={event => setBefore(event.target.value)}
        error={problems.get('before')}
      >
        {siblings.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {texts.beforeNamed(name)}
          </option>
        ))}
        <option value="">{texts.atEnd}</option>
      </SelectField>
    </DialogForm>
  )
}

/** Whether it is that category, or below it. */
export const isInside = ({ path }: Category, category: Category): boolean =>
  path === category.path || path.startsWith(`${category.path}/`)

/** The one that stands behind it in the same category. */
export function nextSibling(all: readonly Category[], { _id, parent }: Category): Category | undefined {
  const siblings = all.filter(other => other.parent === parent)
  return siblings[siblings.findIndex(other => other._id === _id) + 1]
}
