import { useState } from 'react'
import { CategoryInput } from '#contracts/catalogue'
import type { CallFailed } from '#ui/calls/call-failed.ts'

/** A category's name as it is typed, and what is wrong with it: by the contract before it is sent, or as the shop says. */
export function useName(initial: string) {
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const check = (): boolean => {
    const message = CategoryInput.safeParse({ name }).error?.issues[0]?.message
    setProblem(message)
    return message === undefined
  }
  const onRefused = (refusal: CallFailed) => setProblem(refusal.errors.find(({ field }) => field === 'name')?.message)
  return { name, setName, problem, check, onRefused }
}
