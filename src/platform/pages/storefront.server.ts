import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '#kernel/endpoint'

export type CalledEndpoint = { method: string; path: string }

/** The files of the shop's pages, by their addresses. */
export type PageFiles = { scripts: readonly string[]; styles: readonly string[] }

/** What one page is rendered with. */
type RenderRequest = {
  url: URL
  call: (endpoint: CalledEndpoint, request: object) => Promise<unknown>
  page: (endpoint: CalledEndpoint, request: object) => Promise<Page<unknown>>
  report: (error: unknown) => void
  files: PageFiles
}

/** What `screens/storefront/render.tsx` exports. */
export type StorefrontModule = {
  renderPage: (request: RenderRequest) => Promise<{ status: number; html: string; location?: string }>
  /** The scripts that stand in pages, which their policy has to allow. */
  inlineScripts: readonly string[]
}

type Manifest = Record<string, { file: string; isEntry?: boolean }>

const readManifest = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Manifest

/** The files as the build has named them. */
export async function readPageFiles(buildDirectory: string): Promise<PageFiles> {
  const [server, islands] = await Promise.all([
    readManifest(join(buildDirectory, 'storefront/manifest.json')),
    readManifest(join(buildDirectory, 'client/islands.json')),
  ])
  const addresses = (manifest: Manifest, isWanted: (one: Manifest[string]) => boolean) =>
    Object.values(manifest)
      .filter(isWanted)
      .map(({ file }) => `/${file}`)
  return {
    scripts: addresses(islands, ({ isEntry }) => isEntry === true),
    styles: addresses(server, ({ file }) => file.endsWith('.css')),
  }
}
