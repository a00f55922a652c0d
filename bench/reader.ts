import { Agent, request } from 'node:http'

/** Reads addresses over connections that stay open; fails on any answer but 200. */
export function reader(callers: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  return (url: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(url, { agent }, answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', chunk => (text += String(chunk)))
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(text)
          else reject(new Error(`${url} answered ${answer.statusCode}: ${text}`))
        })
      })
      asked.on('error', reject).end()
    })
}
