import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: {
    // Fonts and pictures stay files of their own: inlined, they would be downloaded again with every page.
    assetsInlineLimit: 0,
  },
  // Left outside, React would be chosen when the server runs, by NODE_ENV: a shop that is not in production would render
  // with React's development build, which takes three times as long.
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
