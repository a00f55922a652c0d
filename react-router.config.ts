import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of addresses comes with the first page: it is small, and no later request can be cut off.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
