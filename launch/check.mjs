import { runGate } from './gate/gate.mjs'
import { main } from './process.mjs'
import { installDependencies } from './setup.mjs'
import { fastSteps } from './gate/steps.mjs'

await main(async () => {
  await installDependencies()
  return runGate(fastSteps)
})
