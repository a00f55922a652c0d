import { Button } from '#ui/button.tsx'
import { CallFailed } from '#ui/call.ts'
import { Empty } from '#ui/empty.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { ordersTexts } from '../orders.texts.ts'

type ReadFailedProps = { title: string; error: Error; isTrying: boolean; onTry: () => void }

/** What could not be read, why, and the way to try again. */
export function ReadFailed({ title, error, isTrying, onTry }: ReadFailedProps) {
  return (
    <div role="alert">
      <Empty
        title={title}
        action={
          <Button variant="primary" pending={isTrying} onClick={onTry}>
            {ordersTexts.tryAgain}
          </Button>
        }
      >
        <p>{error instanceof CallFailed ? error.message : kitTexts.unexpected}</p>
      </Empty>
    </div>
  )
}
