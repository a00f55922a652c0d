type Shown = { id: string; to: string; subject: string; text: string; links: string[] }

/** The outbox as a page: plain, because only the shop's own developers and demo users see it. */
export function outboxPage(messages: readonly Shown[]): string {
  const items = messages.map(
    message => `<article><h2>${escape(message.subject)}</h2><p class="to">To ${escape(message.to)}</p>
<pre>${linked(message.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox (${messages.length})</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#12171c;background:#faf8f3}
article{background:#fff;border:1px solid #dcd8ce;border-radius:4px;padding:1rem;margin:1rem 0}
h2{margin:0;font-size:1.1rem}.to{margin:.2rem 0;color:#5d6974}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
</style><h1>Outbox</h1><p>${messages.length === 0 ? 'No mail yet. Sign up, and the verification mail appears here.' : 'Newest first. Nothing here leaves this machine.'}</p>
${items.join('\n')}</html>`
}

function linked(text: string): string {
  return escape(text).replace(/https?:\/\/[^\s<]+/g, address => `<a href="${address}">${address}</a>`)
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
