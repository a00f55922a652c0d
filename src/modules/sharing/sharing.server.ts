import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/database'
import type { Http } from '#platform/http'
import { matches, tagOf } from '#platform/changes/response-cache'
import type { ContentFile } from '#rules/content'
import { drawIcon, drawShopPicture, faviconIcon, icons } from './pictures.server.ts'
import { colours, iconPath, shopPicture } from './pictures.rules.ts'
import { contactPath, disallowed, mostAddresses } from './engines.rules.ts'
import { mountSitemap } from './sitemap.server.ts'
import { mountLogo } from './logo.server.ts'
import { type PictureReader, mountToolPictures } from './tool-pictures.server.ts'

type SharingParts = {
  db: Database
  content: ContentFile
  /** As customers see the shop. */
  publicUrl: () => string
  /** The largest file of the shop's picture with this key. */
  readPicture: PictureReader
  now: () => Date
  /** How many addresses a part of the site map may have; what the protocol allows unless said. */
  mostAddresses?: number
}

/** What others read of the shop: search engines its map and their rules, browsers its manifest, chats its picture. */
export function mountSharing(http: Http, { db, content, publicUrl, readPicture, now, ...limits }: SharingParts): void {
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
  const drawFavicon = once(async () => inIco(await drawIcon(faviconIcon), faviconIcon.size))
  http.get('/favicon.ico', async (request, reply) =>
    sendShort(request, reply.type('image/x-icon'), await drawFavicon()),
  )
  http.get('/.well-known/security.txt', (request, reply) =>
    sendShort(request, reply.type('text/plain; charset=utf-8'), securityOf(publicUrl(), now())),
  )
  const drawShop = onceFor(
    () => `${content.shop.name}\n${content.shop.tagline}`,
    () => drawShopPicture(content.shop),
  )
  http.get(shopPicture.src, async (request, reply) => sendShort(request, reply.type('image/png'), await drawShop()))
  mountToolPictures(http, readPicture)
  mountLogo(http, readPicture)
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

/** As `once`, again when its key is another one. */
function onceFor<T>(key: () => string, make: () => Promise<T>): () => Promise<T> {
  let made = { key: key(), make: once(make) }
  return () => {
    if (made.key !== key()) made = { key: key(), make: once(make) }
    return made.make()
  }
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

/** Where whoever has found a weakness writes to (RFC 9116). It holds for a year from the month in which it is read. */
function securityOf(publicUrl: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1)).toISOString()
  const lines = [
    `Contact: ${publicUrl}${contactPath}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}

/** A PNG as the one picture of an ICO file, for whoever asks for the icon at its old address. */
function inIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([size, size], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
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
