import { Fragment, type ReactNode, useState } from 'react'
import { useAction } from '#ui/calls/use-action.ts'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import type { Import } from '#contracts/imports'
import { leapsQuestion, removalQuestion, importsTexts as texts } from '#texts/imports'
import { useImportAct } from './import-queries.ts'
import styles from './imports.module.css'
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
  // The numbers that were said yes to: of others nobody has heard.
  const [allowed, setAllowed] = useState<Allowed>({})
  const questions = questionsOf(item)
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
      canGo={questions.every(({ what, count }) => allowed[what] === count)}
    >
      {questions.map(({ what, count, question, yes }) => (
        <Fragment key={what}>
          <p>{question}</p>
          <label className={styles.allow}>
            <input
              type="checkbox"
              checked={allowed[what] === count}
              onChange={({ target }) => setAllowed({ ...allowed, [what]: target.checked ? count : undefined })}
            />
            {yes}
          </label>
        </Fragment>
      ))}
    </Question>
  )
}

type Asked = { what: keyof Allowed; count: number; question: string; yes: string }

/** What somebody has to say yes to before an import goes in. */
export function questionsOf({ removal, asksForRemoval, priceLeaps }: Import): Asked[] {
  const questions: Asked[] = []
  if (removal && asksForRemoval) {
    const yes = texts.allowRemoval(removal)
    questions.push({ what: 'removes', count: removal.rows, question: removalQuestion(removal), yes })
  }
  if (priceLeaps > 0) {
    const yes = texts.allowPrices(priceLeaps)
    questions.push({
      what: 'leaps',
      count: priceLeaps,
      question: `${leapsQuestion(priceLeaps)} ${texts.leapsFirst(priceLeaps)}`,
      yes,
    })
  }
  return questions
}

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
