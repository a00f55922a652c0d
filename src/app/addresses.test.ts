import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import routes from '../screens/routes.ts'
import { pages } from '../screens/storefront/pages.ts'
import { searchContract } from '#contracts/finder'
import { isScreen, pageParameters } from './addresses.server.ts'

const addressesOf = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children = [] }) => {
    const here = path ? `${above}/${path}` : above
    return [...(path || index ? [here || '/'] : []), ...addressesOf(children, here)]
  })

it('an address is a screen of the application, or a page of the shop', () => {
  const screens = addressesOf(routes).filter(address => address !== '/' && address !== '/*')
  expect(screens.length).toBeGreaterThan(20)
  expect(screens.filter(address => !isScreen(address) || !isScreen(`${address}?a=1`))).toEqual([])
  expect(pages.filter(({ path }) => isScreen(path))).toEqual([])
  expect(isScreen('/dashboards')).toBe(false)
  // As the router has it.
  expect(isScreen('/signup')).toBe(true)
})

it('whatever a search takes makes another page of its own (finding 17)', () => {
  const parameters = Object.keys(searchContract.search.query?.shape ?? {}).filter(name => name !== 'limit')
  expect(parameters).toContain('position')
  expect(parameters.filter(name => !pageParameters.has(name === 'attr' ? 'attr.material' : name))).toEqual([])
})
