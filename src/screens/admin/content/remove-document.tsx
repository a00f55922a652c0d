import { type ContentDocument, entriesContract } from '#contracts/content'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { useDone } from '#ui/controls/dialogs/use-done.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { documentsTexts as texts } from './documents.texts.ts'

type RemoveDocumentProps = {
  document: ContentDocument | undefined
  onClose: () => void
  /** Called when it is gone and the dialog has closed. */
  onRemoved: () => void
  reload: () => Promise<unknown>
}

/** Asks before a page or an article goes, and says what leads there. */
export function RemoveDocument({ document, onClose, onRemoved, reload }: RemoveDocumentProps) {
  const done = useDone({ isOpen: document !== undefined, onClose, onDone: onRemoved })
  return (
    <Dialog open={document !== undefined} onClose={onClose} title={document && texts.removeQuestion(document.title)}>
      {document && (
        <Removing key={document.name} document={document} onClose={onClose} onRemoved={done} reload={reload} />
      )}
    </Dialog>
  )
}

type RemovingProps = Pick<RemoveDocumentProps, 'onClose' | 'onRemoved' | 'reload'> & {
  document: ContentDocument
}

function Removing({ document, onClose, onRemoved, reload }: RemovingProps) {
  const { name, title, path, version, isLinked } = document
  const { act, isPending, problem } = useAction()
  const remove = async () => {
    const request = { params: { name }, query: { version } }
    const removed = await act(() => call(entriesContract.removeEntry, request))
    await reload()
    if (!removed) return
    onRemoved()
    toastSuccess(texts.removed(title))
  }
  return (
    <DialogForm
      action={texts.remove}
      isDangerous
      isPending={isPending}
      problem={problem}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{texts.removeText(path)}</p>
      {isLinked && <p>{texts.removeLinked}</p>}
      <p>{texts.removeBack}</p>
    </DialogForm>
  )
}
