import { basename } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunks } from './launch/chunks.ts'
import { plainClassNames } from './launch/class-names.ts'
import { settledRouter } from './launch/settled.ts'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), settledRouter(), plainClassNames()],
  css: {
    modules: {
      // Readable, and alike from file to file: hashes would cost more than all of these names, compressed.
      generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*/, '')}_${name}`,
    },
  },
  build: {
    // Fonts and pictures stay files of their own: inlined, they would be downloaded again with every page.
    assetsInlineLimit: 0,
    // What a later part stands on is on the page already; only sheets that not every page has are named beside it.
    modulePreload: {
      resolveDependencies: (_file, names) => names.filter(name => name.endsWith('.css') && !name.includes('/app-')),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: chunks },
          },
        },
      },
    },
  },
  // Left outside, React would be chosen when the server runs, by NODE_ENV: a shop that is not in production would render
  // with React's development build, which takes three times as long.
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
