import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusals'
import { projectFile } from '#platform/files/project'
import type { Http } from '#platform/http'
import type { Settings } from '#platform/settings'

const built = projectFile('build/kit')

const policy = [
  "default-src 'self'",
  // The library of the toasts moves them so.
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Kit = {
  /** Whether this request may see it. */
  allows: (request: FastifyRequest) => boolean
  /** Where the page is, with its files. */
  directory?: string
}

/** `/dev/kit`: the design kit on one page, on this machine only. Elsewhere, and in production, the address does not exist. */
export async function mountKit(http: Http, settings: Settings, { allows, directory = built }: Kit): Promise<void> {
  if (!settings.loopbackOnly || !existsSync(directory)) return
  await http.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!allows(request)) throw refuse('no-such-call')
      reply.header('content-security-policy', policy)
    })
    await scope.register(fastifyStatic, {
      root: directory,
      prefix: '/dev/kit/',
      index: false,
      // Nothing is kept: the page is for whoever is changing it.
      cacheControl: false,
      setHeaders: reply => void reply.header('cache-control', 'no-store'),
    })
    scope.get('/dev/kit', async (_request, reply) => reply.sendFile('index.html'))
  })
}
