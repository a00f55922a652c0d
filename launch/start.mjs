import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['src/server.ts', ...args], { build: true }))
