import { expect, it } from 'vitest'
import { type Reply, startRecordingServer } from '#test/finder/recording-server'
import { startBulk } from './bulk.server.ts'
import { SearchServerAway, searchAddress, searchMany, searchServer } from './server.server.ts'

const patience = { timeoutMs: 500, tries: 3 }

/** With a server that gives these answers, one after the other, and then the last one again. */
async function against<T>(
  replies: Reply[],
  work: (server: ReturnType<typeof searchServer>, requests: unknown[]) => Promise<T>,
) {
  const recording = await startRecordingServer(() => (replies.length > 1 ? replies.shift() : replies[0]) ?? {})
  const address = searchAddress(`${recording.origin.replace('//', '//me:p%40ss@')}/tappet`)
  try {
    return await work(searchServer(address, patience), recording.requests)
  } finally {
    await recording.close()
  }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const get = { method: 'GET', path: '/_alias' } as const

it('reads who asks and what the indexes are called by out of the address', () => {
  expect(searchAddress('https://me:p%40ss@search:9200/tappet')).toEqual({
    origins: ['https://search:9200'],
    authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    name: 'tappet',
  })
  expect(searchAddress('http://search:9200/tappet').authorization).toBeUndefined()
  expect(searchAddress('https://me:a%2Cb@one:9200,two/tappet')).toEqual({
    origins: ['https://one:9200', 'https://two'],
    authorization: `Basic ${btoa('me:a,b')}`,
    name: 'tappet',
  })
})

it('asks the next node where one is gone or has no time, and stays with it', async () => {
  const node = await startRecordingServer(() => ({ body: { a: 1 } }))
  const tired = await startRecordingServer(() => 'silence')
  const hosts = ['127.0.0.1:1', node.origin.slice(7), tired.origin.slice(7)]
  const server = searchServer(searchAddress(`http://${hosts.join(',')}/tappet`), { ...patience, tries: 1 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(get)))
  expect([answers.length, node.requests.length, tired.requests]).toEqual([10, 10, []])
  await node.close()
  expect(await failure(server.call(get))).toBeInstanceOf(SearchServerAway)
  expect(tired.requests).toHaveLength(1)
  await tired.close()
})

it('takes none of many searches for one that found nothing where the server could not do all of it', async () => {
  const empty = { hits: { hits: [] } }
  const lost = { status: 503, error: { type: 'search_phase_execution_exception', reason: 'all shards failed' } }
  await against([{ body: { responses: [empty, lost] } }], async (server, requests) => {
    expect(await failure(searchMany(server, 'tools', [{ size: 0 }, { size: 1 }]))).toBeInstanceOf(SearchServerAway)
    const head = { index: 'tools', allow_partial_search_results: false }
    expect(requests).toMatchObject([{ body: [head, { size: 0 }, head, { size: 1 }] }])
  })
  const mistaken = { status: 400, error: { type: 'parsing_exception' } }
  await against([{ body: { responses: [mistaken] } }], async server =>
    expect(await failure(searchMany(server, 'tools', [{}]))).not.toBeInstanceOf(SearchServerAway),
  )
})

it('sends JSON, and many things at once as lines, with the password', async () => {
  await against([{ body: { took: 1 } }], async (server, requests) => {
    expect(await server.call({ method: 'PUT', path: '/tools', body: { settings: {} } })).toEqual({ took: 1 })
    await server.call({ method: 'POST', path: '/_msearch', lines: [{ index: 'tools' }, { size: 0 }] })
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(requests).toEqual([
      { method: 'PUT', path: '/tools', type: 'application/json', authorization, body: { settings: {} } },
      {
        method: 'POST',
        path: '/_msearch',
        type: 'application/x-ndjson',
        authorization,
        body: [{ index: 'tools' }, { size: 0 }],
      },
    ])
  })
})

it.each([429, 502, 503, 504])('asks a server that answers %i three times, and no more', async status => {
  await against([{ status }], async (server, requests) => {
    expect(await failure(server.call(get))).toBeInstanceOf(SearchServerAway)
    expect(requests).toHaveLength(3)
  })
  await against([{ status }, { body: { a: 1 } }], async server => expect(await server.call(get)).toEqual({ a: 1 }))
})

it.each([401, 403, 404, 500])(
  'asks once where the server answers %i, and takes it for one that is away',
  async status => {
    await against([{ status }], async (server, requests) => {
      expect(await failure(server.call(get))).toBeInstanceOf(SearchServerAway)
      expect(requests).toHaveLength(1)
    })
  },
)

it('takes a question that the server does not understand for a mistake of the shop', async () => {
  const body = { error: { type: 'parsing_exception', reason: 'unknown query [near]' }, status: 400 }
  await against([{ status: 400, body }], async server => {
    const error = await failure(server.call(get))
    expect(error).not.toBeInstanceOf(SearchServerAway)
    expect(String(error)).toContain('unknown query [near]')
  })
})

it('waits no longer than it has patience, goes nowhere else, and takes no page for an answer', async () => {
  await against(['silence'], async (server, requests) => {
    expect(await failure(server.call(get))).toBeInstanceOf(SearchServerAway)
    expect(requests).toHaveLength(1)
  })
  const elsewhere = { status: 302, headers: { location: 'http://127.0.0.1:1/' } }
  await against([elsewhere], async server => expect(await failure(server.call(get))).toBeInstanceOf(SearchServerAway))
})

it('takes a server that nobody reaches for one that is away', async () => {
  const server = searchServer(searchAddress('http://127.0.0.1:1/tappet'), patience)
  expect(await failure(server.call(get))).toBeInstanceOf(SearchServerAway)
})

/** An item of an answer to `_bulk`, as the server's documentation has it. */
const item = (action: string, _id: string, status: number, type?: string) => ({
  [action]: { _index: 'tools', _id, status, ...(type && { error: { type, reason: 'for a test' } }) },
})

it('writes again what the server was too busy for, and only that', async () => {
  const first = {
    errors: true,
    items: [
      item('index', '1', 201),
      item('index', '2', 429, 'rejected_execution_exception'),
      // What is not there any more has nothing to be removed.
      item('delete', '3', 404),
    ],
  }
  const second = { errors: false, items: [item('index', '2', 201)] }
  await against([{ body: first }, { body: second }], async (server, requests) => {
    const bulk = startBulk(server)
    await bulk.put('tools', '1', { ordinal: 1 })
    await bulk.put('tools', '2', { ordinal: 2 })
    await bulk.remove('tools', '3')
    expect(requests).toEqual([])
    await bulk.finish()
    const head = (_id: string) => ({ index: { _index: 'tools', _id } })
    expect(requests).toMatchObject([
      {
        path: '/_bulk?require_alias=true',
        body: [head('1'), { ordinal: 1 }, head('2'), { ordinal: 2 }, { delete: { _index: 'tools', _id: '3' } }],
      },
      { path: '/_bulk?require_alias=true', body: [head('2'), { ordinal: 2 }] },
    ])
  })
})

it('says which tool the server does not take, and why', async () => {
  const body = { errors: true, items: [item('index', '1', 400, 'mapper_parsing_exception')] }
  await against([{ body }], async server => {
    const bulk = startBulk(server)
    await bulk.put('tools', '1', {})
    expect(String(await failure(bulk.finish()))).toMatch(/did not take 1.*mapper_parsing_exception/)
  })
})
