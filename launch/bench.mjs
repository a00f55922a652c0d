import { provideBrowser } from './browser.mjs'
import { main, SetupProblem } from './process.mjs'
import { installDependencies, launch } from './setup.mjs'

/** The benchmark that looks at pages needs a browser to look with. */
async function provideBrowserFor(args) {
  const names = args.filter(arg => !arg.startsWith('-'))
  if (names.length > 0 && !names.includes('web')) return
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
