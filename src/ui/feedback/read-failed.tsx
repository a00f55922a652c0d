import { Button } from '../controls/button.tsx'
import { CallFailed } from '../calls/call-failed.ts'
import { Empty } from './empty.tsx'
import { kitTexts } from '../kit.texts.ts'

type ReadFailedProps = { title: string; error: Error; isTrying: boolean; onTry: () => void }

/** What could not be read, why, and the way to try again. */
export function ReadFailed({ title, error, isTrying, onTry }: ReadFailedProps) {
  return (
    <div role="alert">
      <Empty
        title={title}
        action={
          <Button variant="primary" pending={isTrying} onClick={onTry}>
            {kitTexts.tryAgain}
          </Button>
        }
      >
        <p>{error instanceof CallFailed ? error.message : kitTexts.unexpected}</p>
      </Empty>
    </div>
  )
}
