import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { padPageTexts as texts } from './pad-page.texts.ts'

/** Takes every line off the page, after a question. */
export function ClearPad({ onClear }: { onClear: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {texts.clear}
      </Button>
      <QuestionDialog
        open={isAsking}
        onClose={close}
        title={texts.clearQuestion}
        action={texts.clear}
        isDangerous
        isPending={false}
        onConfirm={() => {
          close()
          onClear()
        }}
      >
        <p>{texts.clearText}</p>
      </QuestionDialog>
    </>
  )
}
