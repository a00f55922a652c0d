/**
 * A rule of lint: what a person types is read by the kernel (`kernel/typed-field.ts`), by their language, or refused with what it
 * may mean. A screen or a contract reads no number by itself: `Number('1.500')` is one and a half to everyone. What a program has
 * written, such as an id in an address, is read by `kernel/written.ts`.
 */
const readers = new Set(['Number', 'parseFloat', 'parseInt'])

const typed = {
  create(context) {
    if (
      !/\.contract\.ts$|\.tsx$|[\\/](?:ui|screens)[\\/]/.test(context.filename) ||
      /\.test\.tsx?$/.test(context.filename)
    )
      return {}
    const refuse = node => context.report({ node, message: 'What is typed is read by kernel/typed-field.ts.' })
    return {
      CallExpression(node) {
        if (readers.has(node.callee.name) || isOfNumber(node.callee)) refuse(node)
      },
      UnaryExpression(node) {
        if (node.operator === '+') refuse(node)
      },
      Identifier(node) {
        // Handed on: `.map(Number)`.
        if (readers.has(node.name) && node.parent.type === 'CallExpression' && node.parent.callee !== node) refuse(node)
      },
      Literal(node) {
        if (node.regex && readsNumbers(node.regex.pattern) && node.parent.callee?.name !== 'paging') refuse(node)
      },
    }
  },
}

const isOfNumber = ({ type, object, property }) =>
  type === 'MemberExpression' && object.name === 'Number' && readers.has(property.name)

/** A pattern of a whole text that is digits and what stands among them. */
function readsNumbers(pattern) {
  const rest = pattern.replaceAll(/\\[ds.,]|\[0-9\]|\(\?:|\{\d+(?:,\d*)?\}/g, '')
  return /\\d|0-9/.test(pattern) && /^\^.*\$$/.test(pattern) && !/[a-z\\/]/i.test(rest)
}

export default { meta: { name: 'numbers' }, rules: { typed } }
