import { expect, it } from 'vitest'
import { problemCodes } from '../import.rules.ts'
import { hintFor } from './problems.texts.ts'

it.each(Object.keys(problemCodes))('what to do about %s is a sentence, and names no command: screens show it', code => {
  const hint = hintFor(code as keyof typeof problemCodes)
  expect(hint).toMatch(/^[“A-Z].*[.:]$/s)
  expect(hint).not.toMatch(/npm |tappet|--[a-z]/)
})
