import { describe, expect, it } from 'vitest'
import { letScriptWait } from './script.server.ts'

const waiting = (html: string, ...scripts: string[]) => letScriptWait({ html, scripts })

const page = (script: string) =>
  '<html><head><link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/><link rel="icon" href="/i.svg"/>' +
  `<link rel="modulepreload" href="/assets/b.js"/></head><body><p>Words</p>${script}<script>after()</script></body></html>`

describe('letScriptWait', () => {
  it('leaves nothing that is fetched before the page is shown, and hands on what the page will run', () => {
    const content = 'import "/assets/a.js"\n'
    const { html, scripts } = waiting(page(`<script type="module" async="">${content}</script>`), 'after()', content)
    expect(scripts).toEqual(['after()', content, expect.stringContaining('(function startWhenShown(')])
    expect(html).not.toContain('<link rel="modulepreload"')
    expect(html).not.toContain('type="module"')
    expect(html).toContain('<link rel="icon" href="/i.svg"/>')
    expect(html).toContain('(function startWhenShown(')
    expect(html).toContain('("import \\"/assets/a.js\\"\\n",["/assets/a.js","/assets/b.js"])</script><script>after()')
  })

  it('keeps the number of elements, which the browser’s copy of the page counts on', () => {
    const before = page('<script type="module" async="">go()</script>')
    const count = (html: string) => html.match(/<script/g)?.length
    expect(count(waiting(before, 'go()').html)).toBe(count(before))
  })

  it('takes the script’s words as they are, whatever they hold', () => {
    const odd = 'go("$&", "$1", "<!--<script>")'
    const { html, scripts } = waiting(page(`<script type="module" async="">${odd}</script>`), odd)
    expect(scripts[0]).toBe(odd)
    const [, sent = ''] = /\}\)\((".*"),\["\/assets/.exec(html) ?? []
    expect(sent).not.toContain('<')
    expect(JSON.parse(sent)).toBe(odd)
  })

  it.each([page(''), page('<script>go()</script>'), '<p>no script</p>'])('leaves %s as it is', html => {
    expect(waiting(html, 'go()')).toEqual({ html, scripts: ['go()'] })
  })

  it('leaves a module that is not the shop’s own where it is (finding 41)', () => {
    const html = page('<script type="module" async="">steal()</script>')
    expect(waiting(html, 'go()')).toEqual({ html, scripts: ['go()'] })
  })
})
