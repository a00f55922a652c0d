import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildOnce } from '../shop/process.ts'

const assets = join(import.meta.dirname, '../../build/client/assets')
let scripts: { name: string; text: string }[]

beforeAll(async () => {
  await buildOnce()
  const names = readdirSync(assets).filter(name => name.endsWith('.js'))
  scripts = names.map(name => ({ name, text: readFileSync(join(assets, name), 'utf8') }))
})

const withFirebase = () => scripts.filter(({ text }) => text.includes('identitytoolkit.googleapis.com'))

it('[D5.04] Firebase’s modules are one script of their own in each build, which no other loads by itself', () => {
  expect(withFirebase()).toHaveLength(2)
  for (const own of withFirebase()) {
    const loading = scripts.filter(({ text }) => new RegExp(`(?:from|import)\\s*["'][^"']*${own.name}`).test(text))
    expect(loading).toEqual([])
    // Asked for in a function alone, by whoever has been told that the identity service is Firebase.
    expect(scripts.some(({ text }) => new RegExp(`import\\([^)]*${own.name}`).test(text))).toBe(true)
  }
})

it('[D5.04] no page of a shop without Firebase names them among its scripts', () => {
  const [manifest] = scripts.filter(({ name }) => name.startsWith('manifest-'))
  expect(manifest?.text).toContain('account/sign-in/login-page')
  for (const { name } of withFirebase()) expect(manifest?.text).not.toContain(name)
})
