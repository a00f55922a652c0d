import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type SettingsChange, type ShopSetting, deskContract } from '#contracts/desk'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { LastChanges } from './last-changes.tsx'
import { SettingField } from './setting-field.tsx'
import styles from './settings.module.css'
import { sections, settingsTexts as texts } from './settings.texts.ts'
import { sentOf, shownAs } from './typed-settings.ts'

const settingsKey = ['settings']

/** What the owner sets up in the shop itself. */
export default function SettingsPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: () => call(deskContract.getSettings, {}),
  })
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: settingsKey })
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {!data && !error && <Placeholders count={4} className={styles.placeholders} each={styles.placeholder} />}
      {!data && error && (
        <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && (
        <>
          <SettingsForm settings={data.settings} onSaved={refresh} />
          <TakeBack changes={data.changes} onTakenBack={refresh} />
        </>
      )}
    </>
  )
}

/** `over`: what stood there when the typing began. */
type Typed = { value: string; over?: string }

type SettingsFormProps = { settings: readonly ShopSetting[]; onSaved: () => Promise<unknown> }

function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  // Only what is typed stands here: everything else shows what the shop says, also after somebody else has changed it.
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const { act, isPending, problem } = useAction()
  const shop = useShop()
  const byName = new Map(settings.map(setting => [setting.name, setting]))

  const save = async () => {
    const trimmed = Object.fromEntries(Object.entries(typed).map(([name, { value }]) => [name, value.trim()]))
    const { values, wrong } = sentOf(trimmed, shop)
    const changes = Object.entries(values).filter(([name, value]) => value !== byName.get(name)?.value)
    const changed = Object.fromEntries(changes)
    const seen = Object.fromEntries(changes.map(([name]) => [name, typed[name]?.over ?? byName.get(name)?.value ?? '']))
    setProblems(new Map(wrong))
    if (wrong.length > 0) return
    if (Object.keys(changed).length === 0) return toastSuccess(texts.nothing)
    const saved = await act(
      () => call(deskContract.changeSettings, { body: { settings: changed, seen } }),
      ({ code, errors }) => {
        setProblems(new Map(errors.map(({ field, message }) => [field, message])))
        if (code === 'changed-meanwhile') void overNow()
      },
    )
    if (!saved) return
    await onSaved()
    setTyped({})
    toastSuccess(texts.saved)
  }
  /** What was typed stays, and is from now on typed over what the shop says by now. */
  const overNow = async () => {
    await onSaved()
    setTyped(typed => Object.fromEntries(Object.entries(typed).map(([name, { value }]) => [name, { value }])))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void save()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {sections.map(({ title, fields }) => (
        <Card key={title}>
          <fieldset className={styles.section}>
            <legend>{title}</legend>
            {fields.map(([name, field]) => {
              const setting = byName.get(name)
              return (
                setting && (
                  <SettingField
                    key={name}
                    setting={setting}
                    field={field}
                    value={typed[name]?.value ?? shownAs(name, setting.value, shop)}
                    onChange={value =>
                      setTyped(typed => ({ ...typed, [name]: { over: setting.value, ...typed[name], value } }))
                    }
                    errors={problems}
                  />
                )
              )
            })}
          </fieldset>
        </Card>
      ))}
      <FormProblem>{problem ?? (problems.size > 0 ? texts.check : undefined)}</FormProblem>
      <div className={styles.save}>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function TakeBack({
  changes,
  onTakenBack,
}: {
  changes: readonly SettingsChange[]
  onTakenBack: () => Promise<unknown>
}) {
  const { act, isPending, problem } = useAction()
  const takeBack = async ({ before, after }: SettingsChange) => {
    const seen = Object.fromEntries(Object.entries(after).flatMap(([name, value]) => (value ? [[name, value]] : [])))
    const done = await act(() => call(deskContract.changeSettings, { body: { settings: before, seen } }))
    await onTakenBack()
    if (done) toastSuccess(texts.takenBack)
  }
  return (
    <section className={styles.changes}>
      <h2>{texts.changes}</h2>
      <FormProblem>{problem}</FormProblem>
      <LastChanges changes={changes} isPending={isPending} onTakeBack={change => void takeBack(change)} />
    </section>
  )
}
