import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Fonts and pictures stay files of their own: inlined, they would be downloaded again with every page.
    assetsInlineLimit: 0,
  },
})
