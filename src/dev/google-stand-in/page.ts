import { type StandInPerson, inventedPeople } from './people.ts'
import { standInTexts as texts } from './texts.ts'

/** Plain on purpose, and unlike both the shop and Google: nobody is to take it for either. */
export const standInStyle = `*{box-sizing:border-box;margin:0}
:root{color-scheme:light dark;--ink:light-dark(#202428,#eceef0);--soft:light-dark(#50565c,#b4bac0);
--line:light-dark(#c9ced3,#4a5157);--edge:light-dark(#767d84,#868e96);--sheet:light-dark(#ffffff,#1d2125);
--ground:light-dark(#eef1f4,#131619);--label:light-dark(#fff3c4,#4a3c05);--strong:light-dark(#2f5d8a,#9cc7f0);
--on-strong:light-dark(#ffffff,#10202f);--bad:light-dark(#a5231b,#ff9c93)}
body{min-height:100vh;padding:.625rem 1rem;display:grid;place-content:start center;background:var(--ground);color:var(--ink);
font:0.9375rem/1.4 system-ui,sans-serif}
main{width:min(28rem,calc(100vw - 2rem));background:var(--sheet);border:1px solid var(--line);border-radius:10px;overflow:hidden}
.label{padding:.375rem 1.25rem;background:var(--label);font-size:.8125rem}
.room{display:grid;gap:.625rem;padding:.875rem 1.25rem 1rem}
h1{font-size:1.375rem;font-weight:600;line-height:1.2}
h2{font-size:.875rem;font-weight:600;color:var(--soft)}
form{display:grid;gap:.625rem}
ul{display:grid;gap:.5rem;padding:0;list-style:none}
button{min-height:2.75rem;border:1px solid var(--edge);border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer}
button:hover{border-color:var(--strong)}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}
.person{display:grid;grid-template-columns:2.25rem minmax(0,1fr);gap:.75rem;align-items:center;width:100%;padding:.375rem .75rem;text-align:left}
.initials{display:grid;place-content:center;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--strong);color:var(--on-strong);font-weight:600}
.person b{display:block;font-weight:600}
.person small{display:block;font-size:.875rem;color:var(--soft);overflow-wrap:anywhere}
.or{padding-top:.75rem;border-top:1px solid var(--line)}
label{font-weight:600}
.field{display:grid;gap:.25rem}
.field input{width:100%;min-height:2.5rem;padding:.25rem .625rem;border:1px solid var(--edge);border-radius:6px;background:var(--sheet);color:inherit;font:inherit}
.field input[aria-invalid]{border-color:var(--bad)}
.problem{color:var(--bad)}
.check{display:grid;grid-template-columns:1.25rem minmax(0,1fr);gap:.125rem .5rem;align-items:center}
.check input{width:1.125rem;height:1.125rem;margin:0}
.check small{grid-column:2;font-size:.8125rem;color:var(--soft)}
.ways{display:grid;grid-template-columns:1fr 2fr;gap:.625rem}
.main{border-color:var(--strong);background:var(--strong);color:var(--on-strong);font-weight:600}`

type Refused = { problems: { name?: string; email?: string }; typed: StandInPerson }

/** Two invented people to choose from, or a name and an address to type. */
export function signInPage(refused?: Refused): string {
  return document(
    texts.title,
    `<form method="post"><h2 id="people">${texts.people}</h2><ul aria-labelledby="people">
${inventedPeople.map(personButton).join('\n')}</ul></form>
<form method="post" novalidate class="or"><h2>${texts.other}</h2>
${field({ name: 'name', type: 'text', label: texts.name, value: refused?.typed.name, problem: refused?.problems.name })}
${field({ name: 'email', type: 'email', label: texts.email, value: refused?.typed.email, problem: refused?.problems.email })}
<div class="check"><input type="checkbox" id="confirmed" name="confirmed" aria-describedby="confirmed-hint"${refused && !refused.typed.confirmed ? '' : ' checked'}>
<label for="confirmed">${texts.confirmed}</label><small id="confirmed-hint">${texts.confirmedHint}</small></div>
<div class="ways"><button name="cancel" value="yes">${texts.cancel}</button><button class="main">${texts.goOn}</button></div></form>`,
  )
}

/** The attempt is too old, or was never this browser's. */
export function overPage(): string {
  return document(texts.over, `<p>${texts.overText}</p>`)
}

function document(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${texts.label}</title><link rel="icon" href="data:,">
<style>${standInStyle}</style></head><body><main>
<p class="label"><b>${texts.label}</b> · ${texts.labelRest}</p>
<div class="room"><h1>${title}</h1>
${content}</div></main></body></html>`
}

function personButton({ name, email }: StandInPerson): string {
  const initials = name.replaceAll(/[^A-Z]/g, '')
  return `<li><button class="person" name="person" value="${escape(email)}">
<span class="initials" aria-hidden="true">${initials}</span><span><b>${escape(name)}</b><small>${escape(email)}</small></span></button></li>`
}

type Shown = { name: string; type: string; label: string; value: string | undefined; problem: string | undefined }

function field({ name, type, label, value = '', problem }: Shown): string {
  const invalid = problem ? ` aria-invalid="true" aria-describedby="${name}-problem"` : ''
  const message = problem ? `<p class="problem" id="${name}-problem">${escape(problem)}</p>` : ''
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${escape(value)}" autocomplete="off"${invalid}>${message}</div>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
