import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['--watch', 'src/server.ts', '--dev', ...args]))
