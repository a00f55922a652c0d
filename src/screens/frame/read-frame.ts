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

/** The shop's own words around every page, with its categories. */
export async function readFrame(call: Call): Promise<FrameData> {
  const [frame, categories] = await Promise.all([readPlainFrame(call), call(categoriesContract.listTopCategories, {})])
  return { ...frame, categories }
}

/** Around a page that says what failed: what the database is asked for may be what is missing. */
export async function readPlainFrame(call: Call): Promise<FrameData> {
  return { content: await call(contentContract.getContent, {}), categories: [], year: new Date().getUTCFullYear() }
}
