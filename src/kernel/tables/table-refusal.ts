import { refuse, refuseFields } from '../refusals.ts'
import { optionsOf } from './table-body.ts'
import { TableRefused } from './table-problem.ts'

/**
 * A table that was refused, as the refusal of the field in which it came; or as `table-unclear`, which names the choice that it leaves
 * open and what can be chosen.
 */
export function asFieldRefusal(field: string): (error: unknown) => never {
  return error => {
    if (!(error instanceof TableRefused)) throw error
    const { choice, message } = error
    if (!choice) throw refuseFields([{ field, message }])
    throw refuse('table-unclear', {}, [{ field: choice, message: `${message} ${optionsOf[choice]}` }])
  }
}
