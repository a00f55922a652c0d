/**
 * A rule of lint: what is said of a field that is refused stands in a table of sentences (`texts`), and is read when the field is
 * refused. A schema is made while its module loads: a sentence in it would keep one language for ever. Names of things in calls, such
 * as `z.literal('yes')`, are no sentences: they have no two words.
 */
const isSentence = text => /[a-z]{2,}\s+[a-z]{2,}/i.test(text)

/** Calls that take words which no visitor reads: what a call of the shop does, and what a developer has to mend. */
const wordy = new Set(['endpoint', 'refuse'])

/** What a message is called in options and in issues. */
const messageKeys = new Set(['error', 'message', 'missing', 'tooLong'])

const tables = {
  create(context) {
    if (/\.test\.tsx?$|\.texts\.ts$|[\\/]src[\\/](?:app|dev|platform)[\\/]/.test(context.filename)) return {}
    const isServer = /\.(?:server|module)\.ts$/.test(context.filename)
    let hasSchemas = false
    const refuse = node => {
      const place = placeOf(node)
      const isMessage = place === 'message' || (place === 'value' && hasSchemas && !isServer)
      if (isMessage && !isInTable(node))
        context.report({
          node,
          message: 'What is said of a field stands in a *.texts.ts, and is read when it is refused.',
        })
    }
    return {
      ImportDeclaration({ source, importKind }) {
        if (source.value === 'zod/mini' && importKind !== 'type') hasSchemas = true
      },
      Literal(node) {
        if (typeof node.value === 'string' && isSentence(node.value)) refuse(node)
      },
      TemplateLiteral(node) {
        if (isSentence(node.quasis.map(({ value }) => value.cooked).join(''))) refuse(node)
      },
    }
  },
}

/**
 * `message`: such a property, or what a schema is given; `value`: what another call is given, or a constant. Functions and conditions
 * that give it are looked through.
 */
function placeOf(node) {
  const { parent } = node
  const isGiven =
    (parent.type === 'ConditionalExpression' && parent.test !== node) ||
    (parent.type === 'ArrowFunctionExpression' && parent.body === node) ||
    parent.type === 'LogicalExpression'
  if (isGiven) return placeOf(parent)
  if (parent.type === 'Property') return messageKeys.has(parent.key.name) ? 'message' : undefined
  if (parent.type === 'VariableDeclarator') return 'value'
  if (parent.type !== 'CallExpression') return undefined
  return parent.callee.object?.name === 'z' ? 'message' : wordy.has(parent.callee.name) ? undefined : 'value'
}

function isInTable(node) {
  if (!node) return false
  return (node.type === 'CallExpression' && node.callee.name === 'texts') || isInTable(node.parent)
}

export default { meta: { name: 'messages' }, rules: { tables } }
