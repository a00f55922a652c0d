import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { matchRoutes } from 'react-router'
import { Surroundings } from '#ui/islands/surroundings.tsx'
import { readPageFacts } from '../frame/page-facts.ts'
import { readFrame, readPlainFrame } from '../frame/read-frame.ts'
import { LostPage } from '../lost/lost-page.tsx'
import { type PageFiles, inlineScripts } from './document.tsx'
import { documentAround } from './document-around.tsx'
import { Main } from '../frame/frame.tsx'
import { NotFound, type PageRequest, Redirect } from './page.ts'
import { pages } from './pages.ts'

/** What the server's build of the shop's pages brings. */
export { inlineScripts }

type Rendered = { status: number; html: string; location?: string }

type RenderRequest = Omit<PageRequest, 'params'> & { files: PageFiles }

/** The page of an address, whole: its status is its true one, and it can be kept. */
export async function renderPage(request: RenderRequest): Promise<Rendered> {
  try {
    const [match] = matchRoutes(pages, request.url.pathname) ?? []
    if (!match) throw new NotFound()
    const { read, Page } = match.route.handle
    const data = await read({ ...request, params: match.params })
    return await renderDocument(request, 200, <Page data={data} />)
  } catch (error) {
    if (error instanceof Redirect) return { status: error.status, html: '', location: error.to }
    if (error instanceof NotFound) return renderDocument(request, 404, <Lost kind="not-found" />)
    // A refusal, such as that of a database that is away, has its own status, and its own line in the log.
    const isRefusal = error instanceof Response
    if (!isRefusal) request.report(error)
    return renderDocument(request, isRefusal ? error.status : 500, <Lost kind="failed" />)
  }
}

function Lost({ kind }: { kind: 'not-found' | 'failed' }) {
  return (
    <div className="column">
      <LostPage kind={kind} />
    </div>
  )
}

async function renderDocument({ url, call, files }: RenderRequest, status: number, page: ReactNode): Promise<Rendered> {
  const readAround = status < 500 ? readFrame : readPlainFrame
  const [facts, frame] = await Promise.all([readPageFacts(call), readAround(call)])
  const address = url.pathname + url.search
  const own = renderToString(
    <Surroundings shop={facts.shop} address={address}>
      <Main>{page}</Main>
    </Surroundings>,
  )
  return { status, html: documentAround({ facts, files, frame, address }).join(own) }
}
