import { main } from './process.mjs'
import { launch } from './setup.mjs'

await main(args => launch(['build/program/server.js', ...args], { build: true }))
