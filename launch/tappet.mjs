import { main } from './process.mjs'
import { commandLine, launch } from './setup.mjs'

await main(args => launch([...commandLine, ...args]))
