import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['src/app/server.ts', ...args], { build: true }))
