import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { cssModules } from './launch/bundle/css-modules.ts'

const framework = {
  name: 'framework',
  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
  priority: 1,
}
const shared = { name: 'shared', test: /[\\/](?:src|@tanstack)[\\/]/, minShareCount: 26 }

/** The application around an account. The shop's pages have builds of their own (`launch/bundle/builds.ts`). */
export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  css: { modules: cssModules },
  // Fonts and pictures stay files of their own: inlined, they would be downloaded again with every page.
  // One sheet for all screens: what is loaded later never comes behind what overrides it.
  build: { assetsInlineLimit: 0, cssCodeSplit: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' as const, pass: 2 } },
          // What most screens share comes in one file, and so does the framework: few large files compress best.
          output: { codeSplitting: { groups: [framework, shared] } },
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
