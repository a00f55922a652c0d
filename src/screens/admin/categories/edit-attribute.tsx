import { writtenNumber } from '#kernel/written'
import { useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { type Attribute, AttributeChange, attributesContract } from '#contracts/catalogue'
import type { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import { useRefreshAttributes } from './attribute-queries.ts'
import styles from './attributes.module.css'
import { attributesTexts as texts } from './attributes.texts.ts'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'

type EditAttributeProps = { attribute: Attribute | undefined; onClose: () => void }

/** What an attribute is called, its unit and its choices. */
export function EditAttribute({ attribute, onClose }: EditAttributeProps) {
  return (
    <Dialog open={attribute !== undefined} onClose={onClose} title={attribute && texts.editNamed(attribute.name)}>
      {attribute && <Editing key={attribute._id} attribute={attribute} onClose={onClose} />}
    </Dialog>
  )
}

/** `slug`: of one that is there already. `id` tells rows apart while they are typed. */
type TypedChoice = { id: number; slug?: string; name: string }

function Editing({ attribute, onClose }: { attribute: Attribute; onClose: () => void }) {
  const { _id: id, kind, version } = attribute
  const { locale } = useShop()
  const [name, setName] = useState(attribute.name)
  const [unit, setUnit] = useState(attribute.unit)
  const [choices, setChoices] = useState<readonly TypedChoice[]>(() =>
    attribute.choices.map((choice, at) => ({ ...choice, id: at })),
  )
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  /** How many tools would lose a value: whoever saves again has read it. */
  const [lost, setLost] = useState<number>()
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshAttributes()

  const onRefused = ({ code, errors, details }: CallFailed) => {
    setProblems(new Map(errors.map(({ field, message }) => [field, message])))
    setLost(code === 'values-lost' ? writtenNumber(details.tools) : undefined)
    // Somebody else has changed or removed it.
    if (code !== 'values-lost' && errors.length === 0) void refresh()
  }
  const save = async () => {
    const body = {
      name,
      ...(kind === 'number' && { unit }),
      ...(kind === 'choice' && { choices: choices.map(({ slug, name }) => ({ ...(slug && { slug }), name })) }),
      version,
      ...(lost !== undefined && { values: lost }),
    }
    const issues = AttributeChange.safeParse(body).error?.issues ?? []
    setProblems(new Map(issues.map(({ path, message }) => [path.join('.'), message])))
    if (issues.length > 0) return
    const saved = await act(() => call(attributesContract.changeAttribute, { params: { id }, body }), onRefused)
    if (!saved) return
    await refresh()
    onClose()
    toastSuccess(texts.saved(name.trim()))
  }
  return (
    <DialogForm
      action={lost === undefined ? texts.save : texts.saveAndLose}
      isDangerous={lost !== undefined}
      isPending={isPending}
      problem={
        lost === undefined ? (problems.size > 0 ? undefined : problem) : texts.lost(lost, formatNumber(lost, locale))
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onChange={event => setName(event.target.value)}
        autoComplete="off"
        error={problems.get('name')}
      />
      {kind === 'number' && (
        <TextField
          label={texts.unit}
          hint={texts.unitStays}
          optional
          value={unit}
          onChange={event => setUnit(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={problems.get('unit')}
        />
      )}
      {kind === 'choice' && (
        <Choices
          choices={choices}
          problems={problems}
          onChange={next => {
            setChoices(next)
            // What is lost now is another question.
            setLost(undefined)
          }}
        />
      )}
    </DialogForm>
  )
}

type ChoicesProps = {
  choices: readonly TypedChoice[]
  problems: ReadonlyMap<string, string>
  onChange: (choices: readonly TypedChoice[]) => void
}

/** The choices in their order: renamed, moved up, removed, added. */
function Choices({ choices, problems, onChange }: ChoicesProps) {
  const add = () => onChange([...choices, { id: Math.max(-1, ...choices.map(({ id }) => id)) + 1, name: '' }])
  const up = (at: number) => {
    const [one] = choices.slice(at, at + 1)
    if (one) onChange(choices.toSpliced(at, 1).toSpliced(at - 1, 0, one))
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{texts.choices}</legend>
      {choices.map((choice, at) => (
        <div key={choice.id} className={styles.choice}>
          <TextField
            label={<span className="visually-hidden">{texts.choice(at + 1)}</span>}
            value={choice.name}
            onChange={event => onChange(choices.with(at, { ...choice, name: event.target.value }))}
            autoComplete="off"
            error={problems.get(`choices.${at}.name`)}
          />
          <Button
            variant="quiet"
            className={styles.place}
            aria-label={texts.up(choice.name || texts.choice(at + 1))}
            aria-disabled={at === 0 || undefined}
            onClick={() => at > 0 && up(at)}
          >
            ↑
          </Button>
          <Button
            variant="quiet"
            aria-label={texts.removeChoice(choice.name || texts.choice(at + 1))}
            onClick={() => onChange(choices.toSpliced(at, 1))}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <p aria-live="polite" className={styles.choicesProblem}>
        {problems.get('choices')}
      </p>
      <Button size="small" onClick={add}>
        {texts.addChoice}
      </Button>
    </fieldset>
  )
}
