import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toolPath } from '#rules/catalogue'
import { Price } from '#ui/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { FoundTool, SearchAnswer } from '../finder.contract.ts'
import { searchTexts } from '../finder.search.texts.ts'
import { FitBadge } from './fit-badge.tsx'
import { readSuggestions } from './read-suggestions.ts'
import styles from './search-box.module.css'
import { withVehicle } from './shop-address.ts'

export type SuggestionsProps = {
  id: string
  text: string
  vehicle: number | undefined
  /** The page of all results. */
  allPath: string
  /** Where the field's keys go to. */
  lendKeys: (listener: ((event: KeyboardEvent) => void) | undefined) => void
  /** Which answer the arrows have reached, by its element's id. */
  onMark: (id: string | undefined) => void
  onLeave: () => void
}

/** How long typing may pause before the shop is asked. */
const pauseMs = 150

type Found = { answer?: SearchAnswer; isFailed?: boolean; text: string }

/** The answers below the search box, while somebody types. */
export function SearchSuggestions({ id, text, vehicle, allPath, lendKeys, onMark, onLeave }: SuggestionsProps) {
  const { locale } = useShop()
  const navigate = useNavigate()
  const found = useAnswers(text, vehicle)
  const [reached, setReached] = useState<{ of: Found | undefined; at: number }>()
  // Other answers begin anew.
  const at = reached && reached.of === found ? reached.at : -1
  const tools = found?.answer?.tools ?? []
  const total = found?.answer?.total ?? 0
  const paths = [...tools.map(tool => withVehicle(toolPath(tool), vehicle)), ...(total > 0 ? [allPath] : [])]
  const count = paths.length
  const mark = (next: number) => {
    setReached({ of: found, at: next })
    onMark(next < 0 ? undefined : `${id}-${next}`)
  }
  useEffect(() => onMark(undefined), [found, onMark])
  useEffect(() => {
    lendKeys(event => {
      if (count === 0) return
      if (event.key === 'ArrowDown') mark(at + 1 < count ? at + 1 : -1)
      else if (event.key === 'ArrowUp') mark(at < 0 ? count - 1 : at - 1)
      else if (event.key === 'Enter' && at >= 0) {
        void navigate(paths[at] ?? allPath)
        onLeave()
      } else return
      event.preventDefault()
    })
    return () => lendKeys(undefined)
  })
  if (text === '' || !found) return null
  const inWords = `${total.toLocaleString(locale)}${found.answer?.totalIsExact === false ? '+' : ''}`
  return (
    <div className={styles.answers}>
      <p role="status" className="visually-hidden">
        {found.answer && total > 0 ? searchTexts.foundAloud(inWords) : ''}
      </p>
      {count > 0 ? (
        <div id={id} role="listbox" aria-label={searchTexts.suggestions}>
          {tools.map((tool, index) => (
            <Link
              key={tool._id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              to={paths[index] ?? allPath}
              tabIndex={-1}
              className={styles.answer}
              onClick={onLeave}
            >
              <Answer tool={tool} />
            </Link>
          ))}
          <Link
            id={`${id}-${tools.length}`}
            role="option"
            aria-selected={at === tools.length}
            to={allPath}
            tabIndex={-1}
            className={styles.all}
            onClick={onLeave}
          >
            {total === 1 ? searchTexts.oneResult : searchTexts.allResults(inWords)}
          </Link>
        </div>
      ) : (
        <p role="status" className={styles.none}>
          {found.isFailed ? searchTexts.searchFailed : searchTexts.noSuggestion}
        </p>
      )}
    </div>
  )
}

function Answer({ tool }: { tool: FoundTool }) {
  const number = tool.matched?.value ?? tool.partNumber
  return (
    <>
      <span className={styles.name}>{tool.name}</span>
      <span className={styles.price}>
        <Price amount={tool.price} />
      </span>
      <span className={styles.about}>
        {tool.brand && <span>{tool.brand}</span>}
        {number && <code>{number}</code>}
        {tool.fit && <FitBadge fit={tool.fit} />}
      </span>
    </>
  )
}

/** What the shop finds for these words. An earlier question is given up when the next is asked. */
function useAnswers(text: string, vehicle: number | undefined): Found | undefined {
  const [found, setFound] = useState<Found>()
  const isFirst = useRef(true)
  useEffect(() => {
    if (text === '') return undefined
    const leaving = new AbortController()
    const ask = async () => {
      try {
        const answer = await readSuggestions({ text, vehicle }, leaving.signal)
        if (!leaving.signal.aborted) setFound({ answer, text })
      } catch {
        if (!leaving.signal.aborted) setFound({ isFailed: true, text })
      }
    }
    // What stands in the box when somebody comes to it needs no pause.
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : pauseMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text, vehicle])
  return found
}
