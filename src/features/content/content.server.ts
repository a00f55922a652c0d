import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Handlers } from '#kernel/endpoint'
import { rateScale, toDecimal } from '#kernel/money'
import { refuse } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { StartupProblem } from '#platform/startup'
import type { contentContract } from './content.contract.ts'
import { ContentFile } from './content.rules.ts'

type ContentFile = z.infer<typeof ContentFile>

/** What other parts of the shop say about themselves on `/api/config`. */
export type PublicParts = {
  publicUrl: () => string
  payments: { provider: 'sandbox' | 'stripe'; publishableKey: string; apiBase: string | undefined; testMode: boolean }
  identity: { provider: 'embedded' | 'firebase'; issuer: string; google: { enabled: boolean; standIn: boolean } }
}

/** Reads the owner's content file; a mistake in it stops the start with its place. */
export async function readContent(path: string): Promise<ContentFile> {
  try {
    return z.parse(ContentFile, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error)
    throw new StartupProblem(`The content file ${path} cannot be used: ${reason}`)
  }
}

export function contentHandlers(file: ContentFile, parts: PublicParts): Handlers<typeof contentContract, Context> {
  const { pages, ...content } = file
  return {
    getContent: async () => content,

    async getContentPage(_ctx, { params }) {
      const page = pages.find(candidate => candidate.slug === params.slug)
      if (!page) throw refuse('page-gone')
      return page
    },

    async getConfig({ settings }) {
      const { apiBase, ...payments } = parts.payments
      return {
        currency: settings.currency,
        locale: settings.locale,
        timeZone: settings.timeZone,
        shop: { name: content.shop.name, url: parts.publicUrl() },
        terms: {
          shippingFee: toDecimal(settings.shippingFee, settings.currency),
          freeShippingFrom: toDecimal(settings.freeShippingFrom, settings.currency),
          taxRate: settings.taxRate / rateScale,
          pricesIncludeTax: settings.pricesIncludeTax,
          reservationHours: settings.reservationHours,
        },
        payments: { ...payments, ...(apiBase && { apiBase }) },
        identity: { ...parts.identity, demo: settings.demo },
        imageHost: { url: '/api/images' },
      }
    },
  }
}
