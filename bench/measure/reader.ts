import { Agent, request } from 'node:http'

export type Read = { headers?: Record<string, string>; expected?: number }

/** Reads addresses over connections that stay open; fails on any answer but the expected one: 200 unless said. */
export function reader(callers: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  return (url: string, { headers = {}, expected = 200 }: Read = {}) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(url, { agent, headers }, answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', chunk => (text += String(chunk)))
        answer.on('end', () => {
          if (answer.statusCode === expected) resolve(text)
          else reject(new Error(`${url} answered ${answer.statusCode}: ${text}`))
        })
      })
      asked.on('error', reject).end()
    })
}
