import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorKinds } from '#platform/context'
import { attributeKinds } from '../../src/modules/catalogue/attributes/attributes.rules.ts'
import { batchRowStates, batchStates } from '../../src/modules/catalogue/batches/batches.rules.ts'
import { StockMovement } from '../../src/modules/catalogue/catalogue.contract.ts'
import { documentKinds } from '../../src/modules/catalogue/documents/documents.rules.ts'
import { editRowStates, editStates } from '../../src/modules/catalogue/edits/edits.rules.ts'
import { salesUnits } from '../../src/modules/catalogue/sale.rules.ts'
import { noteKinds } from '../../src/modules/desk/customers/customers.rules.ts'
import { numberKinds } from '../../src/modules/finder/finder.rules.ts'
import { fitAnswers } from '../../src/modules/finder/answers.rules.ts'
import { reviewStates } from '../../src/modules/reviews/states.rules.ts'
import { countOutcomes, takeStates } from '../../src/modules/stock/takes.rules.ts'
import { importStates } from '../../src/modules/imports/import.rules.ts'
import { phases } from '../../src/modules/imports/progress/progress.rules.ts'
import { mailKinds } from '../../src/modules/ordering/mail/templates.server.ts'
import { orderEventKinds } from '../../src/modules/ordering/orders/events.rules.ts'
import {
  fulfilmentStates,
  paymentKinds,
  paymentStates,
  refundReasons,
  refundStates,
  releasers,
} from '../../src/modules/ordering/orders/orders.rules.ts'
import { returnEnds, returnStates } from '../../src/modules/ordering/returns/returns.rules.ts'
import { taxRoundings } from '../../src/modules/ordering/sums/totals.rules.ts'
import { priceFileEffects, priceFileStates } from '../../src/modules/pricing/files/files.rules.ts'
import { audiences } from '../../src/modules/pricing/prices.rules.ts'
import { type TestDatabase, createTestDatabase } from '../harness.ts'
import { connect } from '../shop/process.ts'

let database: TestDatabase
let db: ReturnType<typeof connect>
beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.url)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Words that the code lists, by the CHECK that lets no other into the database. */
const lists: [constraint: string, words: readonly string[]][] = [
  ['account_note_kind_check', noteKinds],
  ['attribute_kind_check', attributeKinds],
  ['audit_actor_kind_check', actorKinds],
  ['basket_line_seen_fit_check', fitAnswers],
  ['import_progress_phase', phases],
  ['import_state', importStates],
  ['order_event_actor_kind_check', actorKinds],
  ['order_event_kind_check', orderEventKinds],
  ['order_mail_kind_check', mailKinds],
  ['orders_fulfilment_state_check', fulfilmentStates],
  ['orders_payment_state_check', paymentStates],
  ['orders_released_by_check', releasers],
  ['orders_tax_rounding', taxRoundings],
  ['part_number_kind', numberKinds],
  ['payment_kind_check', paymentKinds],
  ['picture_batch_row_state_check', batchRowStates],
  ['picture_batch_state_check', batchStates],
  ['price_file_entry_effect_check', priceFileEffects],
  ['price_file_state_check', priceFileStates],
  ['price_list_audience_check', audiences],
  ['refund_reason', refundReasons],
  ['refund_state_check', refundStates],
  ['review_state_check', reviewStates],
  ['stock_count_outcome_check', countOutcomes],
  ['stock_movement_actor_kind_check', actorKinds],
  ['stock_movement_reason_check', StockMovement.shape.reason.options],
  ['stock_take_state_check', takeStates],
  ['tool_document_kind_check', documentKinds],
  ['tool_edit_row_state_check', editRowStates],
  ['tool_edit_state_check', editStates],
  ['tool_sales_unit', salesUnits],
  ['unit_return_becomes_check', returnEnds],
  ['unit_return_state_check', returnStates],
]

it.each(lists)('%s lets in what the code lists, and nothing else', async (constraint, words) => {
  const { rows } = await sql<{ word: string }>`
    select word[1] as word from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') word
    where conname = ${constraint} and connamespace = 'public'::regnamespace`.execute(db)
  expect(rows.map(({ word }) => word).toSorted()).toEqual([...words].toSorted())
})
