/**
 * A rule of lint: what is looked up by a text that may come from outside is a `Map`. In an object, "constructor" and the
 * other names of `Object.prototype` are there as well. TypeScript lets a text index an object only where its type is
 * open (`Record<string, …>`), so a table of a module may not have such a type; nor may a name be looked for with `in`.
 */
const lookup = {
  create(context) {
    const refuse = node => context.report({ node, message: 'Look it up in a Map: an object also has "constructor".' })
    return {
      'Program > VariableDeclaration > VariableDeclarator': table,
      'Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': table,
      BinaryExpression(node) {
        if (node.operator === 'in' && node.left.type !== 'Literal' && node.left.type !== 'PrivateIdentifier')
          refuse(node)
      },
    }

    function table({ id, init }) {
      const isTable = init?.type !== 'ObjectExpression' || init.properties.length > 0
      if (isTable && isOpen(id.typeAnnotation?.typeAnnotation)) refuse(id)
      for (const cast of castsOf(init)) if (isOpen(cast.typeAnnotation)) refuse(cast)
    }
  },
}

/** `as` of a value, and of what stands in it. */
function castsOf(node) {
  if (node?.type === 'TSAsExpression') return [node, ...castsOf(node.expression)]
  if (node?.type === 'ObjectExpression') return node.properties.flatMap(property => castsOf(property.value))
  return []
}

function isOpen(type) {
  if (type?.type === 'TSTypeLiteral') return type.members.some(member => member.type === 'TSIndexSignature')
  if (type?.type !== 'TSTypeReference') return false
  const parts = type.typeArguments?.params ?? []
  return (type.typeName.name === 'Record' && parts[0]?.type === 'TSStringKeyword') || parts.some(isOpen)
}

export default { meta: { name: 'tappet' }, rules: { lookup } }
