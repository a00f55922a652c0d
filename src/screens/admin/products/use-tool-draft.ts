import { writtenNumber } from '#kernel/written'
import { useEffect, useRef, useState } from 'react'
import type { AdminTool } from '#contracts/catalogue'
import { useAccount } from '#parts/accounts'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { useShop } from '#ui/shop.tsx'
import { type ToolFormState, type ToolValues, asDraft, draftOf, toolFields, valuesOf } from './tool-values.ts'

type Restored = {
  /** What was typed over it; another one is refused as changed meanwhile. */
  version: number
  typed: Partial<ToolValues>
  lacksQuantity: boolean
}

/** What was typed into the form of a tool that the shop has: for this tab and the account that typed it. */
export function useToolDraft(tool: AdminTool) {
  const { email } = useAccount()
  const key = `tool-change:${tool._id}:${email}`
  const attributesKey = `tool-change-attributes:${tool._id}:${email}`
  const [restored, setRestored] = useState(() => readRestored(key, tool))
  const isOver = useRef(false)
  return {
    key,
    attributesKey,
    restored,
    isOver,
    forget: () => setRestored(undefined),
    /** It is saved or given up: what the form still says on its way out is not kept. */
    drop: (): void => {
      isOver.current = true
      dropDraft(key)
      dropDraft(attributesKey)
    },
  }
}

type Typing = {
  form: ToolFormState
  /** What the shop has, as far as this form knows. */
  tool: AdminTool
  version: number
  hasAttributes: boolean
}

/** Puts what was restored into the form, and keeps what is typed, as far as it differs from what the shop has. */
export function useStoredDraft(draft: ReturnType<typeof useToolDraft>, { form, tool, version, hasAttributes }: Typing) {
  const { key, restored, isOver } = draft
  const { getValues, reset, subscribe } = form
  const shop = useShop()
  useEffect(() => {
    if (restored) reset({ ...getValues(), ...restored.typed }, { keepDefaultValues: true })
  }, [restored, getValues, reset])
  useEffect(() => {
    const shown = asDraft(valuesOf(tool, shop))
    const keep = () => {
      if (isOver.current) return
      const values = asDraft(getValues() as ToolValues)
      const typed = toolFields.filter(name => values[name] !== shown[name]).map(name => [name, values[name]])
      if (typed.length === 0 && !hasAttributes) return dropDraft(key)
      const over = { version: String(version), availableQuantityBefore: shown.availableQuantity }
      keepDraft(key, { ...Object.fromEntries(typed), ...over })
    }
    keep()
    return subscribe({ formState: { values: true }, callback: keep })
  }, [getValues, subscribe, isOver, key, tool, shop, version, hasAttributes])
}

const names = [...toolFields, 'version', 'availableQuantityBefore'] as const

function readRestored(key: string, tool: AdminTool): Restored | undefined {
  const { version, availableQuantityBefore, ...fields } = readDraft(key, names)
  if (version === undefined) return undefined
  // The difference is booked: a number says nothing beside another one than it was typed beside, and might be booked already.
  const isBeside = writtenNumber(version) === tool.version && availableQuantityBefore === String(tool.availableQuantity)
  const lacksQuantity = fields.availableQuantity !== undefined && !isBeside
  if (lacksQuantity) delete fields.availableQuantity
  const values = draftOf(fields)
  const typed = toolFields.filter(name => fields[name] !== undefined).map(name => [name, values[name]])
  return { version: writtenNumber(version), typed: Object.fromEntries(typed) as Partial<ToolValues>, lacksQuantity }
}
