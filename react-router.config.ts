import type { Config } from '@react-router/dev/config'
import { buildKit, buildProgram, buildStorefront } from './launch/bundle/builds.ts'

export default {
  appDirectory: 'src/screens',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of addresses comes with the first page: it is small, and no later request can be cut off.
  routeDiscovery: { mode: 'initial' },
  async buildEnd() {
    await buildStorefront()
    await buildKit()
    await buildProgram()
  },
} satisfies Config
