import { readFile } from 'node:fs/promises'
import { refuseFields } from '#kernel/refusals'
import { type Context, transact } from '#platform/context'
import { projectFile } from '#platform/files/project'
import { addCategories } from './add.server.ts'
import { namesOf } from './categories.rules.ts'
import { categoryProblems } from './categories.texts.ts'

/** The tree that a new shop may begin with: a path a line, those above before those below. */
const standardFile = projectFile('db/categories/standard.txt')

async function readStandard(): Promise<Map<string, string[]>> {
  const lines = (await readFile(standardFile, 'utf8')).split('\n').filter(line => line !== '')
  return Map.groupBy(lines, line => namesOf(line)[0] ?? '')
}

/** Its branches, with how many categories each has. */
export async function listStandardCategories(): Promise<{ name: string; count: number }[]> {
  return [...(await readStandard())].map(([name, paths]) => ({ name, count: paths.length }))
}

/** Adds branches of it, all or none; done twice is done once. Refuses: too-many-categories, a branch that is not there. */
export async function addStandardCategories(ctx: Context, names: readonly string[]): Promise<{ added: number }> {
  const branches = await readStandard()
  const unknown = names.find(name => !branches.has(name))
  if (unknown !== undefined)
    throw refuseFields([{ field: 'branches', message: categoryProblems.branchUnknown(unknown) }])
  const paths = names.flatMap(name => branches.get(name) ?? [])
  return transact(ctx, async ctx => ({ added: (await addCategories(ctx, paths)).length }))
}
