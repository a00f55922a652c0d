import { main } from './process.mjs'
import { launch, program } from './setup.mjs'

await main(args => launch([program, ...args], { build: true }))
