import { useRef } from 'react'
import { formatNumber } from '#kernel/formats'
import type { Category } from '#contracts/catalogue'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './category-tree.module.css'
import { categoriesTexts as texts } from './categories.texts.ts'
import { isInside, nextSibling } from './move-category.tsx'
import { type Zone, useDragging } from './use-dragging.ts'

/** Where a category is dropped: in another one, and before one of those in it. */
export type Place = { parent: string | null; before: string | null }

export type CategoryAction = 'edit' | 'move' | 'remove'

type CategoryTreeProps = {
  /** Each behind the one that it is in. */
  all: readonly Category[]
  /** Those that are open. */
  open: ReadonlySet<string>
  onToggle: (id: string) => void
  onAction: (action: CategoryAction, category: Category) => void
  onDrop: (category: Category, place: Place) => void
}

/** The categories as a tree that opens branch by branch. Each can be dragged to another place; its dialog moves it by keyboard. */
export function CategoryTree({ all, open, onToggle, onAction, onDrop }: CategoryTreeProps) {
  const list = useRef<HTMLUListElement>(null)
  const byId = new Map(all.map(category => [category._id, category]))
  const withChildren = new Set(all.map(({ parent }) => parent))
  const target = useDragging(list, {
    mayDrop(dragged, over) {
      const [category, place] = [byId.get(dragged), byId.get(over)]
      return category !== undefined && place !== undefined && !isInside(place, category)
    },
    onDrop(dragged, { id, zone }) {
      const [category, place] = [byId.get(dragged), byId.get(id)]
      if (category && place) onDrop(category, placeOf(all, category, { target: place, zone }))
    },
  })
  const isInSight = ({ parent }: Category): boolean => {
    const above = parent === null ? undefined : byId.get(parent)
    return !above || (open.has(above._id) && isInSight(above))
  }
  return (
    <ul ref={list} role="list" className={styles.tree}>
      {all.filter(isInSight).map(category => (
        <li
          key={category._id}
          data-id={category._id}
          data-depth={category.path.split('/').length}
          data-drop={target?.id === category._id ? target.zone : undefined}
          draggable
          className={styles.row}
        >
          {withChildren.has(category._id) ? (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={open.has(category._id)}
              aria-label={texts.below(category.name)}
              onClick={() => onToggle(category._id)}
            >
              <Icon name={open.has(category._id) ? 'minus' : 'plus'} size={16} />
            </button>
          ) : (
            <span className={styles.leaf} />
          )}
          <CategoryRow category={category} onAction={action => onAction(action, category)} />
        </li>
      ))}
    </ul>
  )
}

type RowProps = { category: Category; isPathShown?: boolean; onAction: (action: CategoryAction) => void }

/** A category with how many tools it has, and what can be done with it. */
export function CategoryRow({ category, isPathShown = false, onAction }: RowProps) {
  const { _id: id, name, fullName, hidden, count } = category
  const { locale } = useShop()
  const actions = [
    ['edit', texts.edit, texts.editNamed(name)],
    ['move', texts.move, texts.moveNamed(name)],
    ['remove', texts.remove, texts.removeNamed(name)],
  ] as const
  return (
    <>
      <span className={styles.name}>
        {isPathShown ? fullName : name} {hidden && <Badge>{texts.hidden}</Badge>}
      </span>
      <span className={styles.count}>{texts.tools(count, formatNumber(count, locale))}</span>
      <span className={styles.actions}>
        <LinkButton
          size="small"
          variant="quiet"
          to={`/dashboard/categories/${id}/attributes`}
          aria-label={texts.attributesNamed(name)}
        >
          {texts.attributes}
        </LinkButton>
        {actions.map(([action, label, named]) => (
          <Button
            key={action}
            size="small"
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={named}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
      </span>
    </>
  )
}

function placeOf(
  all: readonly Category[],
  dragged: Category,
  { target, zone }: { target: Category; zone: Zone },
): Place {
  if (zone === 'inside') return { parent: target._id, before: null }
  if (zone === 'before') return { parent: target.parent, before: target._id }
  const others = all.filter(({ _id }) => _id !== dragged._id)
  return { parent: target.parent, before: nextSibling(others, target)?._id ?? null }
}
