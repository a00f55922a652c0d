import { LinkButton } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { ordersTexts } from '../../orders/orders.texts.ts'
import { useOrdersHome } from '../orders-home.ts'

/** Not there, not this account's, or no id at all: to the asker that is the same. */
export function isGone(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 400)
}

export function NoSuchOrder() {
  const home = useOrdersHome()
  return (
    <>
      <DocumentHead title={ordersTexts.noOrderTitle} hiddenFromSearch />
      <Empty
        title={ordersTexts.noOrderTitle}
        action={
          <LinkButton to={home.to} variant="primary">
            {home.label}
          </LinkButton>
        }
      >
        <p>{ordersTexts.noOrderText}</p>
      </Empty>
    </>
  )
}
