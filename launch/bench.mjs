import { provideBrowser } from './machine/browser.mjs'
import { main, SetupProblem } from './process.mjs'
import { installDependencies, launch } from './setup.mjs'

/** The benchmarks that look at pages need a browser to look with. */
const lookers = ['web', 'order-pad', 'basket']

async function provideBrowserFor(args) {
  const names = args.filter(arg => !arg.startsWith('-'))
  if (names.length > 0 && !names.some(name => lookers.includes(name))) return
  await installDependencies()
  const { changes, reason } = await provideBrowser()
  if (reason) throw new SetupProblem(`The benchmark of the pages needs a browser: ${reason}.`)
  Object.assign(process.env, changes)
  if (!changes.CHROMIUM_PATH) delete process.env.CHROMIUM_PATH
}

await main(async args => {
  await provideBrowserFor(args)
  return launch(['bench/main.ts', ...args], { build: true })
})
