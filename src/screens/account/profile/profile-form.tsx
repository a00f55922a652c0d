import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { DraftNotice } from '#ui/controls/draft-notice.tsx'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Icon } from '#ui/icon.tsx'
import { toastFailure, toastNotice, toastSuccess } from '#ui/feedback/toast.ts'
import { districtOptions, educationOptions, webLinkOf } from '#rules/accounts'
import { accountsTexts } from '#texts/accounts'
import { type Profile, ProfileForm as Form, usersContract } from '#contracts/accounts'
import styles from './profile-page.module.css'

const fields = ['phone', 'education', 'link', 'district'] as const

type ProfileFormProps = { saved: Profile; onSaved: (typed: Form) => void }

/** The profile as a form: what comes from the account to read, the rest to write. */
export function ProfileForm({ saved, onSaved }: ProfileFormProps) {
  const { email } = saved
  const draftKey = `profile-draft:${email}`
  const [draft, setDraft] = useState(() => readDraft(draftKey, fields))
  const [problem, setProblem] = useState('')
  const isRestored = fields.some(field => draft[field] !== undefined && draft[field] !== saved[field])
  const { register, handleSubmit, reset, setError, subscribe, formState } = useForm({
    resolver: zodResolver(Form),
    mode: 'onTouched',
    defaultValues: { ...saved, ...draft },
  })
  const { errors, isSubmitting } = formState
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(draftKey, values) }),
    [subscribe, draftKey],
  )
  const forgetDraft = () => {
    dropDraft(draftKey)
    setDraft({})
  }
  const discard = () => {
    reset({ ...saved })
    forgetDraft()
  }

  const save = handleSubmit(async typed => {
    setProblem('')
    try {
      const { modifiedCount, upsertedCount } = await call(usersContract.saveProfile, { query: { email }, body: typed })
      onSaved(typed)
      forgetDraft()
      if (modifiedCount + upsertedCount > 0) toastSuccess(accountsTexts.profileUpdated)
      else toastNotice(accountsTexts.profileUnchanged)
    } catch (error) {
      // The session has said so by now, and leads away from here; the draft waits.
      if (error instanceof CallFailed && error.status === 401) return
      if (!(error instanceof CallFailed)) return toastFailure(error)
      setProblem(error.message)
      for (const field of fields) {
        const complaint = error.errors.find(one => one.field === field)
        if (complaint) setError(field, { message: complaint.message })
      }
    }
  })
  return (
    <div className={styles.form}>
      <form className={styles.sheet} noValidate onSubmit={event => void save(event)}>
        <DraftNotice isShown={isRestored} onDiscard={discard} />
        <div className={styles.fields}>
          <TextField label={accountsTexts.name} value={saved.name} hint={accountsTexts.fromAccount} readOnly />
          <TextField label={accountsTexts.email} value={saved.email} hint={accountsTexts.fromAccount} readOnly />
          <TextField
            {...register('phone')}
            label={accountsTexts.phone}
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
          />
          <Options
            {...register('education')}
            label={accountsTexts.education}
            options={educationOptions}
            error={errors.education?.message}
          />
          <TextField
            {...register('link')}
            label={accountsTexts.link}
            inputMode="url"
            autoComplete="url"
            hint={accountsTexts.linkHint}
            error={errors.link?.message}
          />
          <Options
            {...register('district')}
            label={accountsTexts.district}
            options={districtOptions}
            error={errors.district?.message}
          />
        </div>
        <FormProblem>{problem}</FormProblem>
        <div className={styles.submit}>
          <Button type="submit" variant="primary" pending={isSubmitting} className={styles.button}>
            {accountsTexts.update}
          </Button>
          <SavedLink text={saved.link} />
        </div>
      </form>
    </div>
  )
}

type OptionsProps = ComponentProps<typeof SelectField> & { options: readonly string[] }

function Options({ options, ...rest }: OptionsProps) {
  return (
    <SelectField {...rest}>
      <option value="">{accountsTexts.choose}</option>
      {options.map(option => (
        <option key={option}>{option}</option>
      ))}
    </SelectField>
  )
}

/** The link as it was saved: to follow if it is one of the web, else to read. */
function SavedLink({ text }: { text: string }) {
  if (!text) return null
  const link = webLinkOf(text)
  return (
    <p className={styles.link}>
      <span>{accountsTexts.linkShown}</span>
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer nofollow">
          {text} <Icon name="external-link" size={16} />
        </a>
      ) : (
        <>
          <span className={styles.text}>{text}</span>
          <span>{accountsTexts.linkIsText}</span>
        </>
      )}
    </p>
  )
}
