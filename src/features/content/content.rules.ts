import * as z from 'zod/mini'

const Link = z.object({ label: z.string(), to: z.string() })

/** The shapes of `content/shop.json`, the one file in which a shop owner edits the shop's words. */
export const ContentPage = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ heading: z.optional(z.string()), paragraphs: z.array(z.string()) })),
})
export type ContentPage = z.infer<typeof ContentPage>

export const Content = z.object({
  shop: z.object({ name: z.string(), tagline: z.string(), phone: z.string(), address: z.string() }),
  hero: z.object({ eyebrow: z.string(), title: z.string(), lead: z.string(), action: Link }),
  services: z.array(
    z.object({ icon: z.enum(['truck', 'shield', 'card', 'clock']), title: z.string(), text: z.string() }),
  ),
  promos: z.array(z.object({ eyebrow: z.string(), title: z.string(), text: z.string(), action: Link })),
  statistics: z.array(z.object({ label: z.string(), value: z.string() })),
  footer: z.array(z.object({ title: z.string(), links: z.array(Link) })),
  copyright: z.string(),
})
export type Content = z.infer<typeof Content>

/** The whole file: what every screen needs, and the short pages behind the footer. */
export const ContentFile = z.extend(Content, { pages: z.array(ContentPage) })
