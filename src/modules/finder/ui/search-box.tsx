import { type ComponentType, type KeyboardEvent, Suspense, lazy, useCallback, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useNavigation } from '#ui/navigation/link.tsx'
import { searchBoxTexts } from './search-box.texts.ts'
import { useGarage } from './vehicle/garage-store.ts'
import type { Shown, SuggestionsProps } from './search-suggestions.tsx'
import styles from './search-box.module.css'
import { emptyAddress, readShopAddress, shopPath } from './shop-address.ts'

/** Fetched when somebody goes to the box. Where that fails the form still searches. */
const Suggestions = lazy<ComponentType<SuggestionsProps>>(async () => {
  try {
    return { default: (await import('./search-suggestions.tsx')).SearchSuggestions }
  } catch {
    return { default: () => null }
  }
})

const listId = 'search-suggestions'
const noList: Shown = { isList: false, marked: undefined }

/**
 * The search of every screen: a form that leads to the catalogue, and answers while somebody types. It follows the
 * pattern of a combobox: the focus stays in the field, arrows walk through the answers.
 */
export function SearchBox() {
  const { address: shown, go } = useNavigation()
  const { pathname, searchParams: query } = new URL(shown, 'http://shop')
  const { current } = useGarage()
  const isList = pathname === '/shop' || pathname.startsWith('/shop/c/')
  const address = readShopAddress(isList ? query : new URLSearchParams())
  const vehicle = readShopAddress(query).vehicle ?? current?.id
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined)
  const lendKeys = useCallback((listener: typeof onKey.current) => {
    onKey.current = listener
  }, [])
  const [typed, setTyped] = useState({ text: address.q, over: address.q })
  // Another address has other words: what was typed over the last ones is gone.
  if (typed.over !== address.q) setTyped({ text: address.q, over: address.q })
  const { text } = typed
  const setText = (text: string) => setTyped({ text, over: address.q })
  const [isHere, setHere] = useState(false)
  const [{ isList: hasList, marked }, setShown] = useState(noList)
  const pathOf = (q: string) => shopPath({ ...emptyAddress, view: address.view }, { q, vehicle })
  const leave = () => {
    setHere(false)
    setShown(noList)
  }
  return (
    <search
      className={styles.box}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
    >
      <form
        method="get"
        action="/shop"
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          leave()
          go(pathOf(text.trim()))
        }}
      >
        <label htmlFor="search-box" className="visually-hidden">
          {searchBoxTexts.search}
        </label>
        <input
          id="search-box"
          name="q"
          type="search"
          dir="auto"
          role="combobox"
          value={text}
          placeholder={searchBoxTexts.placeholder}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-autocomplete="list"
          aria-expanded={isHere && hasList}
          aria-controls={isHere && hasList ? listId : undefined}
          aria-activedescendant={marked}
          aria-keyshortcuts="/"
          className={styles.field}
          onFocus={() => setHere(true)}
          onClick={() => setHere(true)}
          onChange={event => {
            setText(event.target.value)
            setHere(true)
          }}
          onKeyDown={event => {
            if (event.key === 'Escape' && isHere && text.trim() !== '') {
              // The first Escape closes the answers, the next one is the browser's: it empties the field.
              event.preventDefault()
              leave()
            } else if (event.key === 'ArrowDown' && !isHere) setHere(true)
            else onKey.current?.(event)
          }}
        />
        {vehicle !== undefined && <input type="hidden" name="vehicle" value={vehicle} />}
        <kbd className={styles.slash} aria-hidden="true">
          /
        </kbd>
        <button type="submit" className={styles.submit} aria-label={searchBoxTexts.submit}>
          <Icon name="search" size={20} />
        </button>
      </form>
      {isHere && (
        <Suspense>
          <Suggestions
            id={listId}
            text={text.trim()}
            vehicle={vehicle}
            allPath={pathOf(text.trim())}
            lendKeys={lendKeys}
            onShown={setShown}
            onLeave={leave}
          />
        </Suspense>
      )}
    </search>
  )
}
