import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['src/cli.ts', ...args]))
