import { refuseFields } from '../refusals.ts'
import { optionsOf } from './table-body.ts'
import { TableRefused } from './table-problem.ts'

/** A table that was refused, as the refusal of the field in which it came, or of the choice that it leaves open. */
export function asFieldRefusal(field: string): (error: unknown) => never {
  return error => {
    if (!(error instanceof TableRefused)) throw error
    const { choice, message } = error
    throw refuseFields([{ field: choice ?? field, message: choice ? `${message} ${optionsOf[choice]}` : message }])
  }
}
