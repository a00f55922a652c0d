import type { ReactNode } from 'react'
import { DocumentLinks } from '../frame/document-links.tsx'
import { StarSymbols } from '#ui/data/stars.tsx'
import { jsonInScript } from '#ui/data/structured-data.tsx'
import { withoutScript } from '#ui/islands/without-script.ts'
import { positionScript } from '#ui/navigation/position.ts'
import { rememberedVehicleScript } from '#parts/finder'
import '#ui/base.css'
import type { PageFacts } from '../frame/page-facts.ts'
import { factsId } from './islands/facts-id.ts'

/** The files that pages are made alive and good-looking with, by their addresses. */
export type PageFiles = { scripts: readonly string[]; styles: readonly string[] }

/** Neither files, nor what opens elsewhere, nor what is another page once it has been pressed. */
const links = { not: { selector_matches: '[download], [target], [data-ahead=no]' } }
const shopPages = ['/', '/shop', '/shop/*', '/blog', '/blog/*', '/pages/*']
const screens = ['/login', '/signUp', '/dashboard', '/purchase/*']

/** Pages of the shop are made ready as soon as a link to them is meant, with their pictures; screens of the application are fetched. */
const ahead = JSON.stringify({
  prerender: [{ where: { and: [{ href_matches: shopPages }, links] }, eagerness: 'moderate' }],
  prefetch: [{ where: { and: [{ href_matches: screens }, links] }, eagerness: 'moderate' }],
})

/** The inline scripts of every page, which its policy names. */
export const inlineScripts: readonly string[] = [withoutScript, rememberedVehicleScript, ahead, positionScript]

type DocumentProps = {
  facts: PageFacts
  files: PageFiles
  children: ReactNode
}

/** The document of a page that needs no script. */
export function Document({ facts, files, children }: DocumentProps) {
  return (
    <html lang="en" data-locale={facts.shop.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {files.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <DocumentLinks />
        <script dangerouslySetInnerHTML={{ __html: withoutScript }} />
        {files.scripts.map(src => (
          <script key={src} type="module" src={src} />
        ))}
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: ahead }} />
      </head>
      <body>
        <StarSymbols />
        {children}
        <script type="application/json" id={factsId} dangerouslySetInnerHTML={{ __html: jsonInScript(facts) }} />
        <script dangerouslySetInnerHTML={{ __html: positionScript }} />
      </body>
    </html>
  )
}
