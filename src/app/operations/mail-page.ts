type Shown = { id: string; to: string; subject: string; text: string; html: string; links: string[] }

/**
 * The outbox as a page: the messages as they would look in a mail program, newest first. For the shop's own developers
 * and demo users. It runs no script, and a message's own HTML stands in a frame that can neither.
 */
export function outboxPage(messages: readonly Shown[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox (${messages.length})</title><style>${style}</style></head><body><main>
<h1>Outbox <span class="count">${messages.length}</span></h1>
<p class="lead">${messages.length === 0 ? 'No mail yet. Sign up or order something, and its mail appears here.' : 'Newest first. Nothing here leaves this machine.'}</p>
${messages.map(messageItem).join('\n')}</main></body></html>`
}

/** The newest message is open; the others are read when their line is pressed. */
function messageItem(message: Shown, index: number): string {
  const sentAt = sentAtOf(message.id)
  const time = sentAt ? `<time datetime="${sentAt.toISOString()}">${inWords(sentAt)}</time>` : ''
  return `<details class="mail" name="mail"${index === 0 ? ' open' : ''}>
<summary><span class="subject">${escape(message.subject)}</span><span class="to">To ${escape(message.to)}</span>${time}</summary>
${linkList(message.links)}
<iframe title="HTML part of: ${escape(message.subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(inNewTab(message.html))}"></iframe>
<details class="text"><summary>Text part</summary><pre>${linked(message.text)}</pre></details>
</details>`
}

function linkList(links: readonly string[]): string {
  if (links.length === 0) return ''
  const items = links.map(address => `<li><a href="${escape(address)}">${escape(address)}</a></li>`)
  return `<ul class="links" aria-label="Links">${items.join('')}</ul>`
}

/** A link of a message must not open inside its small frame. */
function inNewTab(html: string): string {
  const base = '<base target="_blank">'
  return html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html
}

/** A message's id begins with the milliseconds of its birth (UUID version 7). */
function sentAtOf(id: string): Date | undefined {
  const milliseconds = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds)
}

function inWords(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function linked(text: string): string {
  return escape(text).replace(/https?:\/\/[^\s<]+/g, address => `<a href="${address}">${address}</a>`)
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--ink:#12171c;--steel:#59656f;--line:#dcd8ce;--paper:#faf8f3;--card:#fff;--accent:#b53a08}
@media(prefers-color-scheme:dark){:root{--ink:#f1eee7;--steel:#a3adb7;--line:#333b43;--paper:#11161a;--card:#1a2026;--accent:#ff9a62}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Barlow,system-ui,sans-serif}
main{max-width:48rem;margin:auto;padding:2rem 1rem 4rem}
h1{margin:0;font:700 2.5rem/1.1 "Barlow Condensed","Arial Narrow",system-ui,sans-serif}
.count{color:var(--steel);font-weight:600}.lead{margin:.25rem 0 1.5rem;color:var(--steel)}
a{color:var(--accent);overflow-wrap:anywhere}
.mail{margin:0 0 .75rem;border:1px solid var(--line);border-radius:4px;background:var(--card)}
.mail[open]{border-top:4px solid var(--accent)}
.mail>summary{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;padding:.75rem 1rem;cursor:pointer;list-style:none}
.mail>summary::-webkit-details-marker{display:none}
summary:focus-visible,a:focus-visible{outline:3px solid #1769c0;outline-offset:2px}
.subject{font-weight:600;overflow-wrap:anywhere}
.to{grid-row:2;color:var(--steel);font-size:.875rem;overflow-wrap:anywhere}
time{color:var(--steel);font-size:.875rem;font-variant-numeric:tabular-nums}
iframe{display:block;width:100%;height:34rem;border:0;border-block:1px solid var(--line);background:#faf8f3}
.links{margin:0;padding:0 1rem .75rem 2.25rem;font-size:.875rem}
.text>summary{padding:.75rem 1rem;color:var(--steel);cursor:pointer}
pre{margin:0;padding:0 1rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
@media(max-width:30rem){.mail>summary{grid-template-columns:minmax(0,1fr)}.to{grid-row:auto}}
`
