import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['bench/main.ts', ...args], { build: true }))
