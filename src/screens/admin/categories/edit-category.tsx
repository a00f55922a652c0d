import { type Category, categoriesContract } from '#contracts/catalogue'
import { ImageField } from '#parts/media'
import { parentPath } from '#rules/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { TextArea, TextField } from '#ui/controls/field.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useState } from 'react'
import styles from './categories.module.css'
import { categoriesTexts as texts } from './categories.texts.ts'
import { useRefreshCategories } from './category-queries.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { useCategoryForm } from './use-category-form.ts'

type EditCategoryProps = { category: Category | undefined; onClose: () => void }

/** What a category is called, says and shows, and its address. */
export function EditCategory({ category, onClose }: EditCategoryProps) {
  return (
    <Dialog open={category !== undefined} onClose={onClose} title={category && texts.editNamed(category.name)}>
      {category && <Editing key={category._id} category={category} onClose={onClose} />}
    </Dialog>
  )
}

function Editing({ category, onClose }: { category: Category; onClose: () => void }) {
  const { _id: id, name, slug, text, hidden, picture, path } = category
  const { values, set, problems, check, onRefused } = useCategoryForm({ name, slug, text, hidden, img: picture?.src })
  const { act, isPending, problem } = useAction()
  const [isUploading, setUploading] = useState(false)
  const refresh = useRefreshCategories()
  const above = parentPath(path)

  const save = async () => {
    if (!check() || isUploading) return
    // Only what was changed here: somebody else may have changed the rest meanwhile.
    const body = {
      name: values.name,
      ...(values.slug !== slug && { slug: values.slug }),
      ...(values.text !== text && { text: values.text }),
      ...(values.hidden !== hidden && { hidden: values.hidden }),
      ...(values.img !== picture?.src && { img: values.img ?? null }),
    }
    const saved = await act(() => call(categoriesContract.changeCategory, { params: { id }, body }), onRefused)
    if (!saved) return
    await refresh()
    onClose()
    toastSuccess(texts.saved(values.name.trim()))
  }
  return (
    <DialogForm
      action={texts.save}
      isPending={isPending || isUploading}
      problem={problems.size > 0 ? undefined : problem}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        value={values.name}
        onChange={event => set({ name: event.target.value })}
        autoComplete="off"
        error={problems.get('name')}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint(`/shop/c/${above ? `${above}/` : ''}${values.slug || slug}`)}
        value={values.slug}
        onChange={event => set({ slug: event.target.value })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={problems.get('slug')}
      />
      <TextArea
        label={texts.text}
        hint={texts.textHint}
        optional
        value={values.text}
        onChange={event => set({ text: event.target.value })}
        error={problems.get('text')}
      />
      <ImageField
        label={texts.picture}
        optional
        value={values.img}
        onChange={img => set({ img })}
        onBusy={setUploading}
        error={problems.get('img')}
      />
      <label className={styles.tick}>
        <input type="checkbox" checked={values.hidden} onChange={event => set({ hidden: event.target.checked })} />
        {texts.hiddenTick}
      </label>
    </DialogForm>
  )
}
