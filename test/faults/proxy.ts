import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { portOf } from '../sandbox/rig.ts'

/**
 * What can go wrong between two servers:
 * - `late`: it acts, and answers after the asker has given up
 * - `never`: it takes the request and does nothing
 * - `lost`: it acts, and the connection breaks before its answer
 * - `refused`: the connection breaks before it acts
 * - `garbage`, `other`, `half`: it acts, and answers with no JSON, with another object, with half of its body
 * - a status: it does not act; `acted 500`: it acts, and says that it failed
 * - `kept 500`: it does not act, and says so again whenever it is asked under the same idempotency key, as Stripe does
 * - `twice`: it gets the request twice
 */
export const faults = [
  'late',
  'never',
  'lost',
  'refused',
  'garbage',
  'other',
  'half',
  '500',
  '429',
  '503',
  'acted 500',
  'kept 500',
  'twice',
] as const
export type Fault = (typeof faults)[number]

export type Trouble = {
  /** Method and path, such as `POST /payment_intents`. */
  call: RegExp
  /** A word in the address or the body: so that tests beside each other do not meet. */
  about: string
  fault: Fault
  /** How many requests go through first, and how many are struck; all unless said. */
  after?: number
  times?: number
}

export type Proxy = {
  url: string
  /** Begins trouble; the function that it returns ends it. */
  trouble(trouble: Trouble): () => void
  /** How many requests a trouble has struck so far. */
  struck(about: string): number
  /** Keeps matching requests waiting, until the function that it returns lets them go on. */
  hold(call: RegExp, about: string): { arrived: Promise<void>; letGo: () => void }
  close(): Promise<void>
}

type Asked = { method: string; path: string; headers: Record<string, string>; body: string }
type Answered = { status: number; headers: Record<string, string>; body: string }
type Active = { trouble: Trouble; seen: number; struck: number }
type Hold = { call: RegExp; about: string; arrive: () => void; open: Promise<void> }

/** Stands between whoever asks and `target`, over real HTTP. */
export async function startProxy(target: () => string): Promise<Proxy> {
  const active: Active[] = []
  const counts = new Map<string, number>()
  const holds: Hold[] = []
  const keptKeys = new Set<string>()

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await readAsked(request)
    for (const hold of holds.filter(hold => isAbout(asked, hold))) {
      hold.arrive()
      await hold.open
    }
    const key = asked.headers['idempotency-key']
    if (key !== undefined && keptKeys.has(key)) return say(response, failing(500, { 'idempotent-replayed': 'true' }))
    const fault = faultFor(asked)
    if (fault === 'kept 500' && key !== undefined) keptKeys.add(key)
    await act({ target: target(), asked, request, response }, fault)
  }

  const faultFor = (asked: Asked): Fault | undefined => {
    for (const one of active.filter(({ trouble }) => isAbout(asked, trouble))) {
      const { after = 0, times = Infinity, about, fault } = one.trouble
      one.seen += 1
      if (one.seen <= after || one.struck >= times) continue
      one.struck += 1
      counts.set(about, (counts.get(about) ?? 0) + 1)
      return fault
    }
    return undefined
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    trouble(trouble) {
      const one = { trouble, seen: 0, struck: 0 }
      active.push(one)
      return () => void active.splice(active.indexOf(one), 1)
    },
    struck: about => counts.get(about) ?? 0,
    hold(call, about) {
      const arrived = Promise.withResolvers<void>()
      const open = Promise.withResolvers<void>()
      const hold = { call, about, arrive: arrived.resolve, open: open.promise }
      holds.push(hold)
      const letGo = () => {
        holds.splice(holds.indexOf(hold), 1)
        open.resolve()
      }
      return { arrived: arrived.promise, letGo }
    },
    close: () => closeServer(server),
  }
}

function isAbout({ method, path, body }: Asked, { call, about }: { call: RegExp; about: string }): boolean {
  return call.test(`${method} ${path.split('?')[0]}`) && (path.includes(about) || body.includes(about))
}

type Exchange = { target: string; asked: Asked; request: IncomingMessage; response: ServerResponse }

async function act({ target, asked, response }: Exchange, fault: Fault | undefined): Promise<void> {
  if (fault === 'refused') return void response.destroy()
  if (fault === 'never') return untilGone(response)
  if (fault === '500' || fault === '429' || fault === '503') return say(response, failing(Number(fault)))
  if (fault === 'kept 500') return say(response, failing(500))
  const first = await forward(target, asked)
  if (fault === 'lost') return void response.destroy()
  if (fault === 'late') return untilGone(response)
  if (fault === 'acted 500') return say(response, failing(500))
  if (fault === 'garbage') return say(response, { ...first, body: '<html>Bad gateway</html>' })
  if (fault === 'other') return say(response, { ...first, status: 200, body: '{"object":"welcome"}' })
  if (fault === 'half') return sayHalf(response, first)
  return say(response, fault === 'twice' ? await forward(target, asked) : first)
}

function failing(status: number, headers: Record<string, string> = {}): Answered {
  const error = { type: 'api_error', message: 'The provider is in trouble.' }
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ error }) }
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !perConnection.has(name) ? [[name, value] as const] : [],
  )
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

const perConnection = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'accept-encoding',
])

async function forward(target: string, { method, path, headers, body }: Asked): Promise<Answered> {
  const answer = await fetch(`${target}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(method !== 'GET' && { body }),
  })
  const kept = [...answer.headers].filter(([name]) => !perConnection.has(name))
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() }
}

function say(response: ServerResponse, { status, headers, body }: Answered): void {
  response.writeHead(status, headers).end(body)
}

function sayHalf(response: ServerResponse, { status, headers, body }: Answered): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
  response.write(body.slice(0, body.length / 2), () => void response.destroy())
}

/** Until the asker has given up: so that "late" is late however slow the machine is. */
async function untilGone(response: ServerResponse): Promise<void> {
  if (!response.closed) await new Promise<void>(resolve => void response.once('close', resolve))
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}
