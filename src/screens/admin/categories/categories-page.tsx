import { type FormEvent, useRef, useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { type Category, catalogueContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { categoriesTexts as texts } from './categories.texts.ts'
import styles from './categories.module.css'
import { RemoveCategory } from './remove-category.tsx'
import { RenameCategory } from './rename-category.tsx'
import { useCategories, useRefreshCategories } from './category-queries.ts'
import { useName } from './use-name.ts'

/** The categories of the shop: added, renamed, removed. */
export default function CategoriesPage() {
  const { data: categories, error, isFetching, refetch } = useCategories()
  const [renaming, setRenaming] = useState<Category>()
  const [removing, setRemoving] = useState<Category>()
  // When a row goes, so does the button that had the focus: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  const columns = useColumns(setRenaming, setRemoving)
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <NewCategory />
      <div ref={list} tabIndex={-1} className={styles.list}>
        {!categories && !error && <Placeholders count={6} className={styles.placeholders} each={styles.placeholder} />}
        {!categories && error && (
          <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
        )}
        {categories?.length === 0 && <Empty title={texts.none}>{texts.noneNext}</Empty>}
        {categories && categories.length > 0 && (
          <Table
            caption={texts.caption}
            captionHidden
            columns={columns}
            rows={categories}
            keyOf={category => category._id}
          />
        )}
      </div>
      <RenameCategory category={renaming} onClose={() => setRenaming(undefined)} />
      <RemoveCategory
        category={removing}
        others={(categories ?? []).filter(({ _id }) => _id !== removing?._id)}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => list.current?.focus({ preventScroll: true })}
      />
    </>
  )
}

function NewCategory() {
  const { name, setName, problem: nameProblem, check, onRefused } = useName('')
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  // Said beside the field: whoever adds one after the other would type under a pile of messages.
  const [added, setAdded] = useState<string>()
  const refresh = useRefreshCategories()
  const field = useRef<HTMLInputElement>(null)

  const add = async () => {
    const body = { name }
    setAdded(undefined)
    const addOnce = () => call(catalogueContract.addCategory, { body, idempotencyKey: keyOf(body) })
    const answer = check() && (await act(addOnce, onRefused))
    if (!answer) return field.current?.focus()
    forget()
    setName('')
    setAdded(name.trim())
    await refresh()
    // The next one is typed right away.
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <Card className={styles.new}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          ref={field}
          label={texts.new}
          name="name"
          value={name}
          onChange={event => setName(event.target.value)}
          autoComplete="off"
          error={nameProblem}
          className={styles.name}
        />
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.add}
        </Button>
      </form>
      <FormProblem>{nameProblem ? undefined : problem}</FormProblem>
      <p role="status" className={styles.added}>
        {added !== undefined && texts.added(added)}
      </p>
    </Card>
  )
}

function useColumns(
  onRename: (category: Category) => void,
  onRemove: (category: Category) => void,
): Column<Category>[] {
  const { locale } = useShop()
  return [
    { head: texts.name, names: true, cell: ({ name }) => <span className={styles.called}>{name}</span> },
    { head: texts.tools, numeric: true, cell: ({ count }) => formatNumber(count, locale) },
    {
      head: '',
      headName: texts.actions,
      cell: category => (
        <span className={styles.actions}>
          <Button
            size="small"
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={texts.renameNamed(category.name)}
            onClick={() => onRename(category)}
          >
            {texts.rename}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={texts.removeNamed(category.name)}
            onClick={() => onRemove(category)}
          >
            {texts.remove}
          </Button>
        </span>
      ),
    },
  ]
}
