import { contentContract } from '#contracts/content'
import type { Content } from '#rules/content'
import type { Call } from '#ui/calls/call.ts'

export type FrameData = {
  content: Content
  /** In which the page is asked for: the same for who renders it and who takes it over, at midnight too. */
  year: number
}

/** The shop's own words around every page. */
export async function readFrame(call: Call): Promise<FrameData> {
  return { content: await call(contentContract.getContent, {}), year: new Date().getUTCFullYear() }
}
