import { useState } from 'react'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'

type UndoButtonProps = {
  texts: { undo: string; undoQuestion: string; undoEffect: string }
  undo: () => Promise<unknown>
  /** Reads anew what stands on the page. */
  refresh: () => Promise<unknown>
}

/** Takes back what went into many tools at once, after a question. */
export function UndoButton({ texts, undo, refresh }: UndoButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const { act, isPending, problem, forget } = useAction()
  const close = () => {
    forget()
    setAsking(false)
  }
  const confirm = () =>
    act(async () => {
      await undo()
      setAsking(false)
      await refresh()
    })
  return (
    <div>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {texts.undo}
      </Button>
      <QuestionDialog
        open={isAsking}
        onClose={close}
        title={texts.undoQuestion}
        action={texts.undo}
        isDangerous
        isPending={isPending}
        problem={problem}
        onConfirm={confirm}
      >
        <p>{texts.undoEffect}</p>
      </QuestionDialog>
    </div>
  )
}
