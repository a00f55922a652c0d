import { type FormEvent, useState } from 'react'
import type { ContentEntry } from '#contracts/content'
import { logoContract } from '#contracts/desk'
import { ImageField } from '#parts/media'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from './content.module.css'
import { contentTexts as texts } from './content.texts.ts'

type LogoFormProps = { entry: ContentEntry; reload: () => Promise<unknown> }
type Draft = { img: string | undefined; version: number }

/** The address of the picture that is the shop's logo; undefined for none. */
export function logoOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'src' in value ? String(value.src) : undefined
}

/** The picture that stands for the shop. */
export function LogoForm({ entry, reload }: LogoFormProps) {
  const [draft, setDraft] = useState<Draft>()
  const [imgProblem, setImgProblem] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  const { act, isPending, failure, forget } = useAction()
  const current = logoOf(entry.value)
  const { img, version } = draft ?? { img: current, version: entry.version }
  const isOutdated = failure?.code === 'changed-meanwhile'

  const save = async () => {
    if (img === current) return toastSuccess(texts.nothing)
    setImgProblem(undefined)
    const saved = await act(
      () => call(logoContract.changeLogo, { body: { img: img ?? null, version } }),
      ({ errors }) => setImgProblem(errors.find(({ field }) => field === 'img')?.message),
    )
    if (!saved) return
    await reload()
    setDraft(undefined)
    toastSuccess(texts.saved(texts.logo))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && !isUploading) void save()
  }
  const showTheirs = async () => {
    await act(reload)
    setDraft(undefined)
    forget()
  }
  return (
    <Card as="section" aria-label={texts.logo}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <h2>{texts.logo}</h2>
        <p className={styles.lead}>{texts.logoLead}</p>
        <ImageField
          label={texts.logoPicture}
          optional
          value={img}
          onChange={chosen => setDraft({ img: chosen, version })}
          onBusy={setUploading}
          error={imgProblem}
        />
        <FormProblem>{isOutdated ? texts.outdated : imgProblem ? undefined : failure?.message}</FormProblem>
        <div className={styles.actions}>
          {isOutdated ? (
            <Button pending={isPending} onClick={() => void showTheirs()}>
              {texts.takeTheirs}
            </Button>
          ) : (
            <Button
              type="submit"
              variant="primary"
              pending={isPending || isUploading}
              aria-label={texts.saveNamed(texts.logo)}
            >
              {texts.save}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
