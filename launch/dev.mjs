import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['--watch', 'src/app/server.ts', '--dev', ...args]))
