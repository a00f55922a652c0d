import type pg from 'pg'
import type { Context } from '#platform/context'
import { StartupProblem } from '#platform/startup'
import { type CommandResult, importByCommand } from '#services/imports'

export const importOptions = {
  full: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  'allow-removal': { type: 'boolean' },
  'allow-prices': { type: 'boolean' },
  'keep-prices': { type: 'boolean' },
  'create-parts': { type: 'boolean' },
  'create-categories': { type: 'boolean' },
  'create-attributes': { type: 'boolean' },
  unlisted: { type: 'string' },
  twice: { type: 'string' },
  brand: { type: 'string' },
  source: { type: 'string' },
  'as-before': { type: 'boolean' },
  rate: { type: 'string' },
  encoding: { type: 'string' },
  'decimal-sign': { type: 'string' },
  sheet: { type: 'string' },
  problems: { type: 'string' },
  refused: { type: 'string' },
  undo: { type: 'string' },
  commit: { type: 'string' },
} as const

type ImportValues = { [name in keyof typeof importOptions]?: string | boolean | undefined }

/** `npm run tappet -- import …`, as its words say it. Throws a `StartupProblem` where they say nothing, or two things. */
export function importCommand(files: string[], values: ImportValues) {
  const says = (name: keyof typeof importOptions) => values[name] === true
  const text = (name: keyof typeof importOptions) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const [undo, commit] = [text('undo'), text('commit')]
  const ways = [undo !== undefined, commit !== undefined, files.length > 0].filter(Boolean)
  if (ways.length !== 1) throw new StartupProblem('Say which files to import. See: npm run tappet -- --help')
  return {
    run: (ctx: Context, pool: pg.Pool): Promise<CommandResult> =>
      importByCommand(
        { ctx, pool },
        {
          files,
          full: says('full'),
          dryRun: says('dry-run'),
          yes: says('yes'),
          allowRemoval: says('allow-removal'),
          allowPrices: says('allow-prices'),
          keepPrices: says('keep-prices'),
          createParts: says('create-parts'),
          createCategories: says('create-categories'),
          createAttributes: says('create-attributes'),
          unlisted: text('unlisted'),
          twice: text('twice'),
          brand: text('brand'),
          source: text('source'),
          asBefore: says('as-before'),
          rate: text('rate'),
          reading: { encoding: text('encoding'), decimalSign: text('decimal-sign'), sheet: text('sheet') },
          problems: text('problems'),
          refused: text('refused'),
          undo,
          commit,
        },
      ),
  }
}
