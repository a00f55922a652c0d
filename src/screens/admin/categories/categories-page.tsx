import { type ReactNode, useRef, useState } from 'react'
import { type Category, categoriesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import styles from './categories.module.css'
import { categoriesTexts as texts } from './categories.texts.ts'
import { useCategories, useRefreshCategories } from './category-queries.ts'
import { type CategoryAction, CategoryRow, CategoryTree, type Place } from './category-tree.tsx'
import { EditCategory } from './edit-category.tsx'
import { MoveCategory } from './move-category.tsx'
import { NewCategory } from './new-category.tsx'
import { RemoveCategory } from './remove-category.tsx'
import { StandardTree } from './standard-tree.tsx'

/** The tree of the shop's categories: added, changed, moved, brought together, removed. */
export default function CategoriesPage() {
  const { data, error, isFetching, refetch } = useCategories()
  const all = data ?? []
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<{ action: CategoryAction; category: Category }>()
  // When a row goes, so does the button that had the focus: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  const of = (action: CategoryAction) => (dialog?.action === action ? dialog.category : undefined)
  const close = () => setDialog(undefined)
  const toggle = (id: string, isOpen = !open.has(id)) => {
    const next = new Set(open)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const { drop, problem } = useDrop(id => toggle(id, true))
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <NewCategory all={all} onAdded={parent => parent !== null && toggle(parent, true)} />
      <div ref={list} tabIndex={-1} className={styles.list}>
        {!data && !error && <Placeholders count={6} className={styles.placeholders} each={styles.placeholder} />}
        {!data && error && (
          <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
        )}
        {data?.length === 0 && <Empty title={texts.none}>{texts.noneNext}</Empty>}
        <FormProblem>{problem}</FormProblem>
        {all.length > 0 && (
          <CategorySearch all={all} onAction={(action, category) => setDialog({ action, category })}>
            <p className={styles.all}>
              <Button size="small" variant="quiet" onClick={() => setOpen(new Set(all.map(({ _id }) => _id)))}>
                {texts.openAll}
              </Button>
              <Button size="small" variant="quiet" onClick={() => setOpen(new Set())}>
                {texts.closeAll}
              </Button>
            </p>
            <CategoryTree
              all={all}
              open={open}
              onToggle={toggle}
              onAction={(action, category) => setDialog({ action, category })}
              onDrop={(category, place) => void drop(category, place)}
            />
          </CategorySearch>
        )}
      </div>
      {data && (
        <section className={styles.beginning}>
          <h2>{texts.standardTitle}</h2>
          <StandardTree />
        </section>
      )}
      <EditCategory category={of('edit')} onClose={close} />
      <MoveCategory category={of('move')} all={all} onClose={close} />
      <RemoveCategory
        category={of('remove')}
        all={all}
        onClose={close}
        onRemoved={() => list.current?.focus({ preventScroll: true })}
      />
    </>
  )
}

/** Puts a dragged category where it was dropped; `onMoved` hears what it is in then. */
function useDrop(onMoved: (parent: string) => void) {
  const { act, problem } = useAction()
  const refresh = useRefreshCategories()
  const drop = async ({ _id: id, name }: Category, place: Place) => {
    const moved = await act(() => call(categoriesContract.moveCategory, { params: { id }, body: place }))
    await refresh()
    if (!moved) return
    if (place.parent !== null) onMoved(place.parent)
    if (moved.modifiedCount > 0) toastSuccess(texts.moved(name))
  }
  return { drop, problem }
}

type CategorySearchProps = {
  all: readonly Category[]
  onAction: (action: CategoryAction, category: Category) => void
  /** What is shown while nothing is looked for. */
  children: ReactNode
}

const mostMatches = 100

/** Categories by a part of their names, wherever they stand. */
function CategorySearch({ all, onAction, children }: CategorySearchProps) {
  const [text, setText] = useState('')
  const words = text.trim().toLowerCase()
  const matches = words === '' ? [] : all.filter(({ fullName }) => fullName.toLowerCase().includes(words))
  return (
    <>
      {all.length > 10 && (
        <TextField
          label={texts.find}
          type="search"
          value={text}
          onChange={event => setText(event.target.value)}
          autoComplete="off"
          className={styles.find}
        />
      )}
      <p role="status" className={styles.found}>
        {words !== '' && (matches.length === 0 ? texts.noMatch : texts.matches(matches.length))}
      </p>
      {words === '' ? (
        children
      ) : (
        <ul role="list" className={styles.flat}>
          {matches.slice(0, mostMatches).map(category => (
            <li key={category._id}>
              <CategoryRow category={category} isPathShown onAction={action => onAction(action, category)} />
            </li>
          ))}
        </ul>
      )}
      {matches.length > mostMatches && <p>{texts.moreMatches(mostMatches)}</p>}
    </>
  )
}
