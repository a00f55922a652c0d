import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/database'
import type { Http } from '#platform/http'
import { matches, tagOf } from '#platform/kept-answers'
import type { ContentFile } from '#rules/content'
import { drawIcon, drawShopPicture, icons } from './sharing.pictures.server.ts'
import { colours, disallowed, iconPath, mostAddresses, shopPicture } from './sharing.rules.ts'
import { mountSitemap } from './sharing.sitemap.server.ts'
import { type PictureReader, mountToolPictures } from './sharing.tool-pictures.server.ts'

export type SharingParts = {
  db: Database
  content: ContentFile
  /** As customers see the shop. */
  publicUrl: () => string
  /** The largest file of the shop's picture with this key. */
  readPicture: PictureReader
  /** How many addresses a part of the site map may have; what the protocol allows unless said. */
  mostAddresses?: number
}

/** What others read of the shop: search engines its map and their rules, browsers its manifest, chats its picture. */
export function mountSharing(http: Http, { db, content, publicUrl, readPicture, ...limits }: SharingParts): void {
  http.get('/robots.txt', (request, reply) =>
    sendShort(request, reply.type('text/plain; charset=utf-8'), robotsOf(publicUrl())),
  )
  http.get('/manifest.webmanifest', (request, reply) =>
    sendShort(request, reply.type('application/manifest+json; charset=utf-8'), manifestOf(content)),
  )
  for (const icon of icons) {
    const draw = once(() => drawIcon(icon))
    http.get(iconPath(icon.name), async (request, reply) => sendShort(request, reply.type('image/png'), await draw()))
  }
  const drawShop = once(() => drawShopPicture(content.shop))
  http.get(shopPicture.src, async (request, reply) => sendShort(request, reply.type('image/png'), await drawShop()))
  mountToolPictures(http, readPicture)
  mountSitemap(http, { db, content, publicUrl, mostAddresses, ...limits })
}

/** Kept from its first success on; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

function sendShort(request: FastifyRequest, reply: FastifyReply, body: string | Buffer): FastifyReply {
  const etag = tagOf(body)
  // Chats and search engines show these pictures on pages of their own.
  reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.send(body)
}

/**
 * Lists of the shop that are searched or filtered are not forbidden here: an engine has to read such a page to see that
 * it is not to be listed (`noindex`), and to follow its links to the tools.
 */
function robotsOf(publicUrl: string): string {
  const rules = ['User-agent: *', ...disallowed.map(path => `Disallow: ${path}`), 'Allow: /']
  return `${rules.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

function manifestOf({ shop }: ContentFile): string {
  return JSON.stringify({
    id: '/',
    name: shop.name,
    short_name: shop.name,
    description: shop.tagline,
    lang: 'en',
    start_url: '/',
    scope: '/',
    // With the browser's way back: the shop has addresses that people want to share.
    display: 'minimal-ui',
    background_color: colours.paper,
    theme_color: colours.ink,
    icons: icons
      .filter(({ inManifest }) => inManifest)
      .map(({ name, size, isMaskable }) => ({
        src: iconPath(name),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: isMaskable ? 'maskable' : 'any',
      })),
  })
}
