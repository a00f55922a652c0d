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
  const [asked, setAsked] = useState<{ action: CategoryAction; category: Category }>()
  // When a row goes, so does the button that had the focus: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  const of = (action: CategoryAction) => (asked?.action === action ? asked.category : undefined)
  const close = () => setAsked(undefined)
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
          <Found all={all} onAction={(action, category) => setAsked({ action, category })}>
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
              onAction={(action, category) => setAsked({ action, category })}
              onDrop={(category, place) => void drop(category, place)}
            />
          </Found>
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

type FoundProps = {
  all: readonly Category[]
  onAction: (action: CategoryAction, category: Category) => void
  /** What is shown while nothing is looked for. */
  children: ReactNode
}

const foundMost = 100

/** Categories by a part of their names, wherever they stand. */
function Found({ all, onAction, children }: FoundProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = wanted === '' ? [] : all.filter(({ fullName }) => fullName.toLowerCase().includes(wanted))
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
        {wanted !== '' && (found.length === 0 ? texts.foundNone : texts.found(found.length))}
      </p>
      {wanted === '' ? (
        children
      ) : (
        <ul role="list" className={styles.flat}>
          {found.slice(0, foundMost).map(category => (
            <li key={category._id}>
              <CategoryRow category={category} isPathShown onAction={action => onAction(action, category)} />
            </li>
          ))}
        </ul>
      )}
      {found.length > foundMost && <p>{texts.foundMore(foundMost)}</p>}
    </>
  )
}
