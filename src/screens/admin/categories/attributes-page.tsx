import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type Attribute, type Category, attributesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useAttributes, useRefreshAttributes } from './attribute-queries.ts'
import styles from './attributes.module.css'
import { attributesTexts as texts } from './attributes.texts.ts'
import { useCategories } from './category-queries.ts'
import { EditAttribute } from './edit-attribute.tsx'
import { NewAttribute } from './new-attribute.tsx'
import { RemoveAttribute } from './remove-attribute.tsx'

const categoriesPath = '/dashboard/categories'
/** The screen with the attributes of a category. */
export const attributesPath = (categoryId: string) => `${categoriesPath}/${categoryId}/attributes`

/** What tools of one category say of themselves: its own attributes, and those that it inherits. */
export default function AttributesPage() {
  const { id } = useParams()
  const categories = useCategories()
  // A path is easier to write than an id.
  const category = categories.data?.find(one => one._id === id || one.path === id)
  const attributes = useAttributes(category?._id)
  const failed = categories.data ? attributes : categories
  const title = category ? texts.attributesOf(category.name) : texts.attributes
  const isGone = categories.data !== undefined && !category
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <Breadcrumb
        items={[{ label: texts.categories, to: categoriesPath }, { label: category?.fullName ?? texts.attributes }]}
      />
      <PageTitle lead={texts.lead}>{title}</PageTitle>
      {isGone && (
        <Empty title={texts.gone} action={<LinkButton to={categoriesPath}>{texts.back}</LinkButton>}>
          {texts.goneNext}
        </Empty>
      )}
      {!isGone && !attributes.data && !failed.error && (
        <Placeholders count={4} className={styles.placeholders} each={styles.placeholder} />
      )}
      {!isGone && !attributes.data && failed.error && (
        <ReadFailed
          title={texts.failed}
          error={failed.error}
          isTrying={failed.isFetching}
          onTry={() => void failed.refetch()}
        />
      )}
      {category && attributes.data && <Lists key={category._id} category={category} all={attributes.data} />}
    </>
  )
}

type OpenDialog = { action: 'edit' | 'remove'; attribute: Attribute }

function Lists({ category, all }: { category: Category; all: readonly Attribute[] }) {
  const inherited = all.filter(attribute => attribute.category._id !== category._id)
  const own = all.filter(attribute => attribute.category._id === category._id)
  const [dialog, setDialog] = useState<OpenDialog>()
  // When a row goes, so does the button that had the focus: reading goes on at the list.
  const list = useRef<HTMLElement>(null)
  const of = (action: OpenDialog['action']) => (dialog?.action === action ? dialog.attribute : undefined)
  const close = () => setDialog(undefined)
  const { place, problem, news } = usePlaces(own)
  return (
    <>
      {inherited.length > 0 && (
        <section className={styles.part}>
          <h2>{texts.inherited}</h2>
          <ul role="list" className={styles.rows}>
            {inherited.map(attribute => (
              <li key={attribute._id}>
                <What attribute={attribute} />
                <Link to={attributesPath(attribute.category._id)}>
                  {texts.inheritedFrom(attribute.category.fullName)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section ref={list} tabIndex={-1} className={styles.part}>
        {inherited.length > 0 && <h2>{texts.own}</h2>}
        {own.length === 0 && <Empty title={texts.none}>{texts.noneNext}</Empty>}
        <ul role="list" className={styles.rows}>
          {own.map((attribute, at) => (
            <li key={attribute._id}>
              <What attribute={attribute} />
              <Actions
                attribute={attribute}
                isFirst={at === 0}
                isLast={at === own.length - 1}
                onPlace={by => void place(attribute, at + by)}
                onAsk={action => setDialog({ action, attribute })}
              />
            </li>
          ))}
        </ul>
        <FormProblem>{problem}</FormProblem>
        <p role="status" className="visually-hidden">
          {news}
        </p>
      </section>
      <section className={styles.part}>
        <h2>{texts.new}</h2>
        <NewAttribute categoryId={category._id} />
      </section>
      <EditAttribute attribute={of('edit')} onClose={close} />
      <RemoveAttribute
        attribute={of('remove')}
        onClose={close}
        onRemoved={() => list.current?.focus({ preventScroll: true })}
      />
    </>
  )
}

/** Puts an attribute at another place among those of its category. */
function usePlaces(own: readonly Attribute[]) {
  const { act, problem, isPending } = useAction()
  const refresh = useRefreshAttributes()
  const [news, setNews] = useState('')
  const place = async ({ _id: id, name }: Attribute, to: number) => {
    if (isPending) return
    const before = own.filter(other => other._id !== id)[to]?._id ?? null
    const moved = await act(() => call(attributesContract.moveAttribute, { params: { id }, body: { before } }))
    await refresh()
    if (moved) setNews(texts.moved(name, to + 1))
  }
  return { place, problem, news }
}

const choicesShown = 6

/** What an attribute is called, and what its values are. */
function What({ attribute: { name, kind, unit, choices } }: { attribute: Attribute }) {
  const names = choices.slice(0, choicesShown).map(choice => choice.name)
  const more = choices.length - names.length
  return (
    <span className={styles.what}>
      <strong>{name}</strong>
      <span className={styles.kind}>
        {kind === 'number' && unit ? texts.numberIn(unit) : undefined}
        {kind === 'choice' && (more > 0 ? texts.choicesAndMore(names, more) : texts.choicesOf(names))}
        {kind !== 'choice' && !unit && texts.kinds[kind]}
      </span>
    </span>
  )
}

type ActionsProps = {
  attribute: Attribute
  isFirst: boolean
  isLast: boolean
  /** One place up or down. */
  onPlace: (by: -1 | 1) => void
  onAsk: (action: OpenDialog['action']) => void
}

function Actions({ attribute: { name }, isFirst, isLast, onPlace, onAsk }: ActionsProps) {
  return (
    <span className={styles.actions}>
      <PlaceButton label={texts.up(name)} isPossible={!isFirst} onPress={() => onPlace(-1)}>
        ↑
      </PlaceButton>
      <PlaceButton label={texts.down(name)} isPossible={!isLast} onPress={() => onPlace(1)}>
        ↓
      </PlaceButton>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={texts.editNamed(name)}
        onClick={() => onAsk('edit')}
      >
        {texts.edit}
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={texts.removeNamed(name)}
        onClick={() => onAsk('remove')}
      >
        {texts.remove}
      </Button>
    </span>
  )
}

type PlaceProps = { label: string; isPossible: boolean; onPress: () => void; children: string }

/** Not `disabled` at the end of its way: that would throw the focus away from whoever presses it several times. */
function PlaceButton({ label, isPossible, onPress, children }: PlaceProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles.place}
      aria-label={label}
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && onPress()}
    >
      {children}
    </Button>
  )
}
