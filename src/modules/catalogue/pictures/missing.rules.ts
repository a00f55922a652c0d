import { toolFormProblems } from '../problems.texts.ts'

/** A tool needs a picture, unless it is there without one, as imports make it. `shown`: what the shop shows of it so far. */
export const problemOfPicture = (img: string | null | undefined, shown: string | null | undefined) =>
  img || shown === null ? undefined : toolFormProblems.picture
