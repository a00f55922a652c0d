import { type ReactNode, useState } from 'react'
import { useAction } from '#ui/calls/use-action.ts'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import type { Import } from '#contracts/imports'
import { removalQuestion, importsTexts as texts } from '#texts/imports'
import { useImportAct } from './import-queries.ts'
import styles from './imports.module.css'
import { LeapsChoice } from './leaps-choice.tsx'
import { type Allowed, act } from './send-files.ts'

type DialogProps = { item: Import; open: boolean; onClose: () => void }

/** Commits at once: the page around the button is the preview, and what goes in can be undone. */
export function useCommit({ _id }: Import) {
  const { mutateAsync } = useImportAct(_id, act.commit(_id))
  const { act: tried, isPending, problem } = useAction()
  const commit = () =>
    tried(async () => {
      await mutateAsync({})
    })
  return { commit, isPending, problem }
}

/** What takes out a lot, or makes prices leap, wants a second yes, which names the number. */
export function AllowDialog({ item, open, onClose }: DialogProps) {
  // What was said yes to: of anything else nobody has heard.
  const [allowed, setAllowed] = useState<Allowed>({})
  const { removes, leaps, keepPrices } = allowed
  const { priceLeaps } = item
  const removal = item.asksForRemoval ? item.removal : null
  const say = (more: Allowed) => setAllowed({ ...allowed, ...more })
  const close = () => {
    setAllowed({})
    onClose()
  }
  return (
    <Question
      item={item}
      open={open}
      onClose={close}
      title={texts.commitQuestion(item.number)}
      go={{ label: texts.commit, run: () => act.commit(item._id)(allowed) }}
      keep={texts.keepUncommitted}
      canGo={
        (!removal || removes === removal.rows) && (priceLeaps === 0 || keepPrices === 'all' || leaps === item.leaps)
      }
    >
      {removal && (
        <>
          <p>{removalQuestion(removal)}</p>
          <label className={styles.allow}>
            <input
              type="checkbox"
              checked={removes === removal.rows}
              onChange={({ target }) => say({ removes: target.checked ? removal.rows : undefined })}
            />
            {texts.allowRemoval(removal)}
          </label>
        </>
      )}
      {priceLeaps > 0 && <LeapsChoice item={item} allowed={allowed} onSay={say} />}
    </Question>
  )
}

/** Whether an import goes in only after somebody has said yes to a question. */
export const needsConsent = ({ asksForRemoval, priceLeaps }: Import): boolean => asksForRemoval || priceLeaps > 0

export function CancelDialog({ item, open, onClose }: DialogProps) {
  return (
    <Question
      item={item}
      open={open}
      onClose={onClose}
      title={texts.cancelQuestion(item.number)}
      go={{ label: texts.cancel, isDangerous: true, run: act.cancel(item._id), done: texts.cancelled }}
    >
      <p>{texts.cancelEffect}</p>
    </Question>
  )
}

export function UndoDialog({ item, open, onClose }: DialogProps) {
  return (
    <Question
      item={item}
      open={open}
      onClose={onClose}
      title={texts.undoQuestion(item.number)}
      go={{ label: texts.undo, isDangerous: true, run: act.undo(item._id) }}
    >
      <p>{texts.undoEffect}</p>
    </Question>
  )
}

type QuestionProps = DialogProps & {
  title: string
  /** What the button is called that does nothing. */
  keep?: string
  go: { label: string; isDangerous?: boolean; run: () => Promise<unknown>; done?: string }
  canGo?: boolean
  children: ReactNode
}

/** A failure stays in the dialog; success closes it. */
function Question({ item, open, onClose, title, go, keep = texts.keep, canGo = true, children }: QuestionProps) {
  const { mutateAsync, isPending } = useImportAct(item._id, go.run)
  const { act, problem, forget } = useAction()
  const close = () => {
    forget()
    onClose()
  }
  const run = () =>
    act(async () => {
      await mutateAsync(undefined)
      onClose()
      if (go.done) toastSuccess(go.done)
    })
  return (
    <QuestionDialog
      open={open}
      onClose={close}
      title={title}
      action={go.label}
      cancel={keep}
      isDangerous={go.isDangerous ?? false}
      isDisabled={!canGo}
      isPending={isPending}
      problem={problem}
      onConfirm={run}
    >
      {children}
    </QuestionDialog>
  )
}
