import { useEffect, useRef, useState } from 'react'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { productTexts } from './products.texts.ts'
import type { Tool } from '#contracts/catalogue'
import { useDeleteTool } from './tool-queries.ts'

type DeleteToolProps = {
  tool: Tool | undefined
  onClose: () => void
  /** Called when the tool is gone and the dialog has closed. */
  onDeleted: () => void
}

/** Asks before a tool leaves the shop, and says what came of it. */
export function DeleteTool({ tool, onClose, onDeleted }: DeleteToolProps) {
  const { mutateAsync, isPending } = useDeleteTool()
  // While the dialog goes away it still says whom it was about.
  const [last, setLast] = useState(tool)
  if (tool && tool !== last) setLast(tool)
  // Only when the dialog has closed: closing it puts the focus back on a button that is gone by then.
  const isDeleted = useRef(false)
  useEffect(() => {
    if (tool || !isDeleted.current) return
    isDeleted.current = false
    onDeleted()
  }, [tool, onDeleted])

  const remove = async () => {
    if (!tool) return
    try {
      await mutateAsync(tool)
      isDeleted.current = true
      onClose()
      toastSuccess(productTexts.deleted(tool.name))
    } catch (error) {
      // The question makes room: a message would stand behind it.
      onClose()
      toastFailure(error)
    }
  }
  return (
    <QuestionDialog
      open={tool !== undefined}
      onClose={onClose}
      title={productTexts.deleteQuestion(last?.name ?? '')}
      action={productTexts.delete}
      isDangerous
      isPending={isPending}
      onConfirm={remove}
    >
      <p>{productTexts.deleteEffect}</p>
    </QuestionDialog>
  )
}
