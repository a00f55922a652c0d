import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/screens',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of addresses comes with the first page: it is small, and no later request can be cut off.
  routeDiscovery: { mode: 'initial' },
  /** The page of the design kit has a build of its own: the shop's pages share not a byte with it. */
  async buildEnd() {
    const { build } = await import('vite')
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'src/ui/kit'),
      base: '/dev/kit/',
      publicDir: false,
      logLevel: 'error',
      build: { outDir: join(import.meta.dirname, 'build/kit'), emptyOutDir: true, assetsInlineLimit: 0 },
    })
  },
} satisfies Config
