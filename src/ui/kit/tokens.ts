import css from '../tokens.css?raw'

export type Token = { name: string; value: string }

/** The tokens of the first block whose selector is this, as the stylesheet has them: a new one appears by itself. */
function block(selector: string): Token[] {
  const start = css.indexOf('{', css.indexOf(`${selector} {`))
  const body = css.slice(start, css.indexOf('}', start))
  return [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => ({ name, value }))
}

export const colours = { light: block("[data-theme='light']"), dark: block("[data-theme='dark']") }

/** Space, type and motion: the block that belongs to no theme. */
export const measures = block('}\n\n:root')
