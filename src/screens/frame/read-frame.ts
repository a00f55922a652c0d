import { categoriesContract } from '#contracts/catalogue'
import { contentContract } from '#contracts/content'
import type { Content } from '#rules/content'
import type { Call } from '#ui/calls/call.ts'

export type FrameData = {
  content: Content
  /** Those at the top, for the phone's menu. */
  categories: { name: string; path: string }[]
  /** In which the page is asked for: the same for who renders it and who takes it over, at midnight too. */
  year: number
}

/** The shop's own words around every page. */
export async function readFrame(call: Call): Promise<FrameData> {
  const [content, categories] = await Promise.all([
    call(contentContract.getContent, {}),
    call(categoriesContract.listTopCategories, {}),
  ])
  return { content, categories, year: new Date().getUTCFullYear() }
}
