import { type FormEvent, useState } from 'react'
import { type Category, catalogueContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { categoriesTexts as texts } from './categories.texts.ts'
import styles from './categories.module.css'
import { useRefreshCategories } from './category-queries.ts'
import { useName } from './use-name.ts'

/** A category's name, to be typed anew. */
export function RenameCategory({ category, onClose }: { category: Category | undefined; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog open={category !== undefined} onClose={close} title={category && texts.renameNamed(category.name)}>
      {category && <Renaming key={category._id} category={category} onClose={onClose} onBusy={setBusy} />}
    </Dialog>
  )
}

type RenamingProps = { category: Category; onClose: () => void; onBusy: (isBusy: boolean) => void }

function Renaming({ category, onClose, onBusy }: RenamingProps) {
  const { name, setName, problem: nameProblem, check, onRefused } = useName(category.name)
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshCategories()

  const save = async () => {
    const rename = () => call(catalogueContract.renameCategory, { params: { id: category._id }, body: { name } })
    if (!check()) return
    onBusy(true)
    const saved = await act(rename, onRefused).finally(() => onBusy(false))
    if (!saved) return
    await refresh()
    onClose()
    toastSuccess(texts.saved(name.trim()))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void save()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.dialog}>
      <TextField
        label={texts.name}
        hint={texts.addressStays}
        value={name}
        onChange={event => setName(event.target.value)}
        autoComplete="off"
        error={nameProblem}
      />
      <FormProblem>{nameProblem ? undefined : problem}</FormProblem>
      <div className={styles.answers}>
        <Button onClick={onClose} disabled={isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
