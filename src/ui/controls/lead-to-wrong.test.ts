import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')
const files = new Map(
  globSync('{screens,modules}/**/*.{ts,tsx}', { cwd: src })
    .filter(file => !file.includes('.test.'))
    .map(file => [file, readFileSync(join(src, file), 'utf8')]),
)

/** The files that show a part, directly or by another: those that import it by its place. */
function around(part: string, parts = new Set([part])): Set<string> {
  for (const [file, text] of files) {
    if (parts.has(file)) continue
    const at = `./${relative(dirname(file), part)}`.replace('./..', '..')
    if (text.includes(`from '${at}'`)) around(file, parts.add(file))
  }
  return parts
}

it('every field for a quantity stands where a button is held back by what is wrong in it (finding 16)', () => {
  const fields = [...files.keys()].filter(file => /<(?:Stepper|UnitsOf)\b/.test(files.get(file) ?? ''))
  expect(fields.length).toBeGreaterThanOrEqual(8)
  // A form is not sent with it (stepper.tsx); another button asks for what is wrong before it does anything.
  const isHeldBack = (file: string) =>
    [...around(file)].some(one => /<(?:form|DialogForm)\b|leadToWrong\(/.test(files.get(one) ?? ''))
  expect(fields.filter(file => !isHeldBack(file))).toEqual([])
})

it('no screen hopes that it is drawn by the next frame: a busy browser draws later, and the focus would stay where it was', () => {
  const waiting = [...files].filter(([, text]) => text.includes('requestAnimationFrame')).map(([file]) => file)
  expect(waiting, 'draw at once with `flushSync`, then move the focus').toEqual([])
})
