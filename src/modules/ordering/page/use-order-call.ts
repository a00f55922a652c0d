import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'

type OrderCall<Body> = { params: { id: string }; body: Body; idempotencyKey: string }

/** Does something to an order: until an answer has come, the same is done once, also when the dialog was closed meanwhile. */
export function useOrderCall<Body extends object>(id: string, send: (input: OrderCall<Body>) => Promise<unknown>) {
  const { keyOf, forget } = useIdempotencyKey()
  return async (body: Body): Promise<void> => {
    const params = { id }
    await send({ params, body, idempotencyKey: keyOf({ ...params, ...body }) })
    forget()
  }
}
