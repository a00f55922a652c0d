import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { attributesContract } from './attributes.contract.ts'
import { addAttribute, changeAttribute, moveAttribute, removeAttribute } from './define.server.ts'
import { listAttributes } from './read.server.ts'

export const attributesHandlers: Handlers<typeof attributesContract, Context> = {
  listAttributes: (ctx, { params }) => listAttributes(ctx, params.id),
  addAttribute: (ctx, { params, body }) => addAttribute(ctx, params.id, body),
  changeAttribute: (ctx, { params, body }) => changeAttribute(ctx, params.id, body),
  moveAttribute: (ctx, { params, body }) => moveAttribute(ctx, params.id, body.before),
  removeAttribute: (ctx, { params, query }) => removeAttribute(ctx, params.id, query.values),
}
