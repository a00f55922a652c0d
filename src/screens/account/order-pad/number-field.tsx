import { type ComponentProps, type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react'
import { type Suggestion, readSuggestions } from '#parts/finder'
import { Price } from '#ui/data/price.tsx'
import styles from './order-pad.module.css'
import { padPageTexts as texts } from './pad-page.texts.ts'

type NumberFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>
  value: string
  onType: (number: string) => void
  onPick: (tool: Suggestion) => void
  /** Hears which part has this number as it stands there; undefined while none has, or several have. */
  onMeant?: (tool: Suggestion | undefined) => void
}

/** From so many signs on there is something to suggest. */
const fewest = 2
/** How long typing may pause before the shop is asked. */
const pauseMs = 150

/** A part number, with the parts that it may be while somebody types it. The focus stays in the field; arrows walk through. */
export function NumberField({ value, onType, onPick, onMeant, onKeyDown, className, ...rest }: NumberFieldProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const suggestions = useSuggestions(isOpen ? value.trim() : '')
  const tools = isOpen && suggestions?.text === value.trim() ? suggestions.tools : []
  const [meant, other] =
    suggestions?.text === value.trim() ? suggestions.tools.filter(tool => isNumberOf(tool, suggestions.text)) : []
  const onlyMeant = other ? undefined : meant
  useEffect(() => onMeant?.(onlyMeant), [onlyMeant, onMeant])
  const [reached, setReached] = useState<{ of: unknown; at: number }>()
  const at = reached?.of === suggestions && tools.length > 0 ? (reached?.at ?? -1) : -1
  const mark = (next: number) => setReached({ of: suggestions, at: next })
  const pick = (tool: Suggestion) => {
    setOpen(false)
    onPick(tool)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const tool = tools[at]
    if (event.key === 'ArrowDown' && tools.length > 0) mark(at + 1 < tools.length ? at + 1 : -1)
    else if (event.key === 'ArrowUp' && tools.length > 0) mark(at < 0 ? tools.length - 1 : at - 1)
    else if (event.key === 'Enter' && tool) pick(tool)
    else if (event.key === 'Escape' && tools.length > 0) setOpen(false)
    else {
      if (event.key === 'Enter') setOpen(false)
      return onKeyDown?.(event)
    }
    event.preventDefault()
    return undefined
  }
  return (
    <div className={styles.combobox}>
      <input
        {...rest}
        className={className}
        dir="auto"
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={tools.length > 0}
        aria-controls={tools.length > 0 ? listId : undefined}
        aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        onChange={event => {
          setOpen(true)
          onType(event.target.value)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <span role="status" className="visually-hidden">
        {tools.length > 0 && texts.suggested(tools.length)}
      </span>
      {tools.length > 0 && (
        <div id={listId} role="listbox" aria-label={texts.suggestions} className={styles.suggestions}>
          {tools.map((tool, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus, and its keys reach every option
            <div
              key={tool._id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              className={styles.suggestion}
              aria-selected={index === at}
              onMouseDown={event => event.preventDefault()}
              onClick={() => pick(tool)}
            >
              <span>{tool.name}</span>
              <span>
                {tool.price !== null && <Price amount={tool.price} />} <small>{tool.beside}</small>
              </span>
              <span className={styles.soft}>
                {tool.brand} <code>{tool.matched?.value ?? tool.partNumber}</code>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** However it is written: `nb 1520` is `NB-1520`. */
const signsOf = (number: string) => number.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const isNumberOf = ({ partNumber, matched }: Suggestion, typed: string) =>
  [partNumber, matched?.value].some(number => number && signsOf(number) === signsOf(typed))

type Suggestions = { text: string; tools: readonly Suggestion[] }

function useSuggestions(text: string): Suggestions | undefined {
  const [suggestions, setSuggestions] = useState<Suggestions>()
  useEffect(() => {
    if (text.length < fewest) return undefined
    const leaving = new AbortController()
    const ask = async () => {
      try {
        const { tools } = await readSuggestions({ text, vehicle: undefined }, leaving.signal)
        if (!leaving.signal.aborted) setSuggestions({ text, tools })
      } catch {
        // Without suggestions a number is typed all the same.
      }
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])
  return suggestions
}
