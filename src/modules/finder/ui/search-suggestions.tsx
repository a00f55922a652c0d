import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { toolPath } from '#rules/catalogue'
import { vehicleName } from '../finder.rules.ts'
import { countInWords } from '../lists.rules.ts'
import { Link, useNavigation } from '#ui/navigation/link.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { SearchAnswer } from '../search/search.contract.ts'
import { suggestionTexts } from './suggestions.texts.ts'
import { ListedFit } from './list/found-by.tsx'
import { type Suggestion, type Suggestions, readSuggestions } from './read-suggestions.ts'
import styles from './search-box.module.css'
import { withVehicle } from './shop-address.ts'

export type Shown = { isList: boolean; marked: string | undefined }

export type SuggestionsProps = {
  id: string
  text: string
  vehicle: number | undefined
  /** The page of all results. */
  allPath: string
  /** Where the field's keys go to. */
  lendKeys: (listener: ((event: KeyboardEvent) => void) | undefined) => void
  /** Whether there is a list, and which of its answers the arrows have reached, by its element's id. */
  onShown: (shown: Shown) => void
  onLeave: () => void
}

/** How long typing may pause before the shop is asked. */
const pauseMs = 150

type Result = { answer?: Suggestions; isFailed?: boolean; text: string }

/** The answers below the search box, while somebody types. */
export function SearchSuggestions({ id, text, vehicle, allPath, lendKeys, onShown, onLeave }: SuggestionsProps) {
  const { locale } = useShop()
  const { go } = useNavigation()
  const result = useAnswers(text, vehicle)
  // Answers to what was typed before stay in sight until those to what is typed now are there, but no key reaches them.
  const isCurrent = result?.text === text
  const [reached, setReached] = useState<{ of: Result | undefined; at: number }>()
  // Other answers begin anew, and so do other words.
  const at = isCurrent && reached?.of === result ? (reached?.at ?? -1) : -1
  const tools = result?.answer?.tools ?? []
  const total = result?.answer?.total ?? 0
  const paths = [...tools.map(tool => withVehicle(toolPath(tool), vehicle)), ...(total > 0 ? [allPath] : [])]
  const count = paths.length
  const mark = (next: number) => setReached({ of: result, at: next })
  const isList = count > 0
  useEffect(() => {
    onShown({ isList, marked: at < 0 ? undefined : `${id}-${at}` })
    return () => onShown({ isList: false, marked: undefined })
  }, [isList, at, id, onShown])
  useEffect(() => {
    lendKeys(event => {
      if (count === 0 || !isCurrent) return
      if (event.key === 'ArrowDown') mark(at + 1 < count ? at + 1 : -1)
      else if (event.key === 'ArrowUp') mark(at < 0 ? count - 1 : at - 1)
      else if (event.key === 'Enter' && at >= 0) {
        go(paths[at] ?? allPath)
        onLeave()
      } else return
      event.preventDefault()
    })
    return () => lendKeys(undefined)
  })
  const inWords = countInWords(total, locale, result?.answer?.totalIsExact)
  const about = aboutOf(result?.answer, vehicle)
  const nothing = result?.isFailed ? suggestionTexts.searchFailed : (about ?? suggestionTexts.noSuggestion)
  const spoken = isList ? [about, suggestionTexts.foundAloud(inWords)].filter(Boolean).join(' ') : nothing
  return (
    <>
      <p role="status" className="visually-hidden">
        {isCurrent && spoken}
      </p>
      {result && (
        <div className={styles.answers} data-waiting={!isCurrent || undefined}>
          {isList && about && (
            <p aria-hidden="true" className={styles.none}>
              {about}
            </p>
          )}
          {isList ? (
            <div id={id} role="listbox" aria-label={suggestionTexts.suggestions}>
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
                {allInWords({ isCurrent, total, inWords, text })}
              </Link>
            </div>
          ) : (
            <p aria-hidden="true" className={styles.none}>
              {nothing}
            </p>
          )}
        </div>
      )}
    </>
  )
}

/** For which vehicle the answers are, where the words or a VIN name one; or why a VIN names none. */
function aboutOf(
  answer: Pick<SearchAnswer, 'vin' | 'vehicle' | 'reading'> | undefined,
  chosen: number | undefined,
): string | undefined {
  if (!answer) return undefined
  const { vin, vehicle, reading } = answer
  if (vehicle && (vin || vehicle.id !== chosen)) return suggestionTexts.forVehicle(vehicleName(vehicle))
  if (!vehicle && reading?.asks) return suggestionTexts.chooseVehicle(reading.name)
  return vin?.warnings.at(-1)
}

type All = { isCurrent: boolean; total: number; inWords: string; text: string }

/** The last line, which leads to the page of all results. Nobody has counted those of words that are just typed. */
function allInWords({ isCurrent, total, inWords, text }: All): string {
  if (!isCurrent) return suggestionTexts.searchFor(text)
  return total === 1 ? suggestionTexts.oneResult : suggestionTexts.allResults(inWords)
}

function Answer({ tool }: { tool: Suggestion }) {
  const number = tool.matched?.value ?? tool.partNumber
  return (
    <>
      <span className={styles.name}>{tool.name}</span>
      <span className={styles.price}>
        {tool.price !== null && <Price amount={tool.price} />} <small>{tool.beside}</small>
      </span>
      <span className={styles.about}>
        {tool.brand && <span>{tool.brand}</span>}
        {number && <code>{number}</code>}
        {tool.fit && <ListedFit fit={tool.fit} />}
      </span>
    </>
  )
}

/** What the shop finds for these words; an empty field forgets. An earlier question is given up when the next is asked. */
function useAnswers(text: string, vehicle: number | undefined): Result | undefined {
  const [result, setResult] = useState<Result>()
  const isFirst = useRef(true)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      if (text === '') return setResult(undefined)
      try {
        const answer = await readSuggestions({ text, vehicle }, leaving.signal)
        if (!leaving.signal.aborted) setResult({ answer, text })
      } catch {
        if (!leaving.signal.aborted) setResult({ isFailed: true, text })
      }
      return undefined
    }
    // What stands in the box when somebody comes to it needs no pause.
    const timer = setTimeout(() => void ask(), isFirst.current || text === '' ? 0 : pauseMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text, vehicle])
  // An emptied field has no answers, not even until the next letter.
  return text === '' ? undefined : result
}
