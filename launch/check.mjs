import { runGate } from './gate.mjs'
import { main } from './process.mjs'
import { installDependencies } from './setup.mjs'
import { fastSteps } from './steps.mjs'

await main(async () => {
  await installDependencies()
  return runGate(fastSteps)
})
