import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modules } from '../launch/lint/walls.mjs'
import { ownerSettingsOf, readSettings } from '../src/app/settings.server.ts'
import { sections } from '../src/screens/admin/settings/settings.texts.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The settings that each module declares, from the files in which it does. */
const moduleOf = new Map(
  modules.flatMap(module => {
    const [file] = globSync(`src/modules/${module}/settings.server.ts`, { cwd: root })
    const declared = file && /interface Settings \{\n(.*?)\n {2}\}/s.exec(read(file))?.[1]
    return [...(declared ?? '').matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => [name, module] as const)
  }),
)

/** The settings that a file reads: of the object that is called so, or by taking it apart. */
function settingsIn(code: string): string[] {
  const members = [...code.matchAll(/\bsettings\??\.(\w+)/g)].map(([, name = '']) => name)
  const apart = [...code.matchAll(/\{([^{}]*)\}\s*(?:=\s*[\w.]*\bsettings\b|:\s*(?:Pick<)?[\w.[']*\bsettings\b)/gi)]
  const taken = apart.flatMap(([, names = '']) => names.split(',').map(name => name.trim().split(/\W/)[0] ?? ''))
  return [...members, ...taken]
}

/** Those that a later module declares. */
const tooEarly = (module: string, code: string) =>
  settingsIn(code).filter(name => modules.indexOf(moduleOf.get(name) ?? module) > modules.indexOf(module))

describe('a setting is read by its module and by those after it', () => {
  test.each(modules)('in %s', module => {
    const files = globSync(`src/modules/${module}/**/*.{ts,tsx}`, { cwd: root }).filter(
      file => !file.includes('.test.'),
    )
    expect(files).not.toEqual([])
    const wrong = files.flatMap(file => tooEarly(module, read(file)).map(name => `${file} reads ${name}`))
    expect(wrong).toEqual([])
  })

  test.each([
    `const fee = ctx.settings.shippingFee`,
    `const { currency, shippingFee } = ctx.settings`,
    `function feeOf({ shippingFee: fee }: Settings) {}`,
    `const feeOf = ({ shippingFee }: Pick<Settings, 'shippingFee'>) => shippingFee`,
    `const feeOf = ({ shippingFee }: Context['settings']) => shippingFee`,
  ])('and %s is seen', code => {
    expect(tooEarly('tax', code)).toContain('shippingFee')
    expect(tooEarly('ordering', code)).toEqual([])
    expect(tooEarly('imports', code)).toEqual([])
  })

  test('every module that has settings is known by them', () => {
    const declaring = globSync('src/modules/*/settings.server.ts', { cwd: root }).filter(file =>
      read(file).includes('interface Settings'),
    )
    expect(new Set(moduleOf.values()).size).toBe(declaring.length)
  })
})

test('every setting that the owner can change has its field on the screen of settings', () => {
  const fields = sections.flatMap(({ fields }) => fields.map(([name]) => name))
  expect(fields.toSorted()).toEqual(
    ownerSettingsOf(readSettings({}))
      .all.map(({ name }) => name)
      .toSorted(),
  )
})
