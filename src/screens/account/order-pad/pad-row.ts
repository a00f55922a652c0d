import type { orderPadContract } from '#contracts/ordering'
import type { AnswerOf, RequestOf } from '#kernel/endpoint'

export type PadAnswer = AnswerOf<typeof orderPadContract.readOrderPad>
export type PadRow = RequestOf<typeof orderPadContract.readOrderPad>['body']['rows'][number]
