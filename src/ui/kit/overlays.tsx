import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CallFailed } from '../calls/call-failed.ts'
import { DialogForm } from '../controls/dialogs/dialog-form.tsx'
import { Dialog } from '../controls/dialogs/dialog.tsx'
import { Drawer } from '../controls/dialogs/drawer.tsx'
import { QuestionDialog } from '../controls/dialogs/question-dialog.tsx'
import { TextField } from '../controls/field.tsx'
import { toastFailure, toastSuccess } from '../feedback/toast.ts'
import { kitPageTexts as texts } from './kit-page.texts.ts'
import styles from './kit-page.module.css'

/** What lies over a page, opened as a page opens it. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'form' | 'drawer'>()
  const close = () => setOpen(undefined)
  const refused = new CallFailed({ code: 'not-enough-stock', status: 409, message: texts.failed })
  return (
    <div className={styles.row}>
      <Button onClick={() => setOpen('dialog')}>{texts.openDialog}</Button>
      <Button onClick={() => setOpen('form')}>{texts.openForm}</Button>
      <Button onClick={() => setOpen('drawer')}>{texts.openDrawer}</Button>
      <Button onClick={() => toastSuccess(texts.worked)}>{texts.toastGood}</Button>
      <Button onClick={() => toastFailure(refused)}>{texts.toastBad}</Button>
      <QuestionDialog
        open={open === 'dialog'}
        onClose={close}
        title={texts.dialogTitle}
        action={texts.remove}
        cancel={texts.keep}
        isDangerous
        isPending={false}
        onConfirm={close}
      >
        <p>{texts.dialogText}</p>
      </QuestionDialog>
      <Dialog open={open === 'form'} onClose={close} title={texts.formTitle}>
        <DialogForm
          action={texts.formAction}
          isPending={false}
          problem={undefined}
          onSubmit={async () => close()}
          onClose={close}
        >
          <TextField label={texts.formField} />
        </DialogForm>
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} title={texts.drawerTitle}>
        <p>{texts.dialogText}</p>
      </Drawer>
    </div>
  )
}
