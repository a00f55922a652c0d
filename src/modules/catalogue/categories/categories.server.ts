import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { addCategory } from './add.server.ts'
import type { categoriesContract } from './categories.contract.ts'
import { changeCategory, moveCategory } from './change.server.ts'
import { listCategories, listEveryCategory, listTopCategories, readCategoryPage, readTree } from './read.server.ts'
import { removeCategory } from './remove.server.ts'
import { addStandardCategories, listStandardCategories } from './standard.server.ts'

export const categoriesHandlers: Handlers<typeof categoriesContract, Context> = {
  listCategories: ctx => listCategories(ctx),
  getCategoryTree: ctx => readTree(ctx),
  listTopCategories: ctx => listTopCategories(ctx),
  getCategoryPage: (ctx, { params }) => readCategoryPage(ctx, params.slug),
  listEveryCategory: ctx => listEveryCategory(ctx),
  addCategory: (ctx, { body }) => addCategory(ctx, body),
  changeCategory: (ctx, { params, body }) => changeCategory(ctx, params.id, body),
  moveCategory: (ctx, { params, body }) => moveCategory(ctx, params.id, body),
  removeCategory: (ctx, { params, query }) => removeCategory(ctx, params.id, query.into),
  listStandardCategories: () => listStandardCategories(),
  addStandardCategories: (ctx, { body }) => addStandardCategories(ctx, body.branches),
}
