import { runGate } from './gate/gate.mjs'
import { main } from './process.mjs'
import { installDependencies } from './setup.mjs'
import { browserStep, buildStep, fastSteps, runVitest } from './gate/steps.mjs'

await main(async () => {
  await installDependencies()
  return runGate([
    ...fastSteps,
    buildStep,
    { name: 'server', run: () => runVitest('server') },
    { name: 'storm', run: () => runVitest('storm') },
    browserStep('short'),
  ])
})
