import { may } from '#kernel/access'
import { useAccount } from '#parts/accounts'
import { type FormEvent, useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { reportsContract } from '#contracts/desk'
import {
  type NamedPeriod,
  type ReportKind,
  namedPeriods,
  periodOf,
  problemOfPeriod,
  reportKinds,
  reportName,
} from '#rules/desk'
import { callFile } from '#ui/calls/call.ts'
import { downloadFile } from '../imports/download-file.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './reports.module.css'
import { periodTexts, reportTexts, reportsTexts as texts } from './reports.texts.ts'

/** The books of the shop: choose what and when, and download it. */
export default function ReportsPage() {
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <Card>
        <ReportForm />
      </Card>
    </>
  )
}

function ReportForm() {
  const { locale, timeZone } = useShop()
  const { act, isPending, problem } = useAction()
  const [kind, setKind] = useState<ReportKind>('orders')
  const [when, setWhen] = useState<NamedPeriod | 'own'>('last-month')
  const [days, setDays] = useState({ from: '', to: '' })
  const [errors, setErrors] = useState<{ from?: string; to?: string | undefined }>({})
  const [notice, setNotice] = useState('')
  const account = useAccount()
  const offered = reportKinds.filter(one => one !== 'customers' || may(account, 'customers'))
  const number = (value: number) => formatNumber(value, locale)

  const download = async () => {
    const period = when === 'own' ? days : periodOf(when, todayIn(timeZone))
    setNotice('')
    const done = await act(
      async () => {
        const name = reportName(kind, period)
        const bytes = await callFile(reportsContract.readReportFile, { params: { report: kind }, query: period })
        return { name, rows: await downloadFile(name, bytes, rows => setNotice(texts.sofar(number(rows)))) }
      },
      ({ errors }) => setErrors(Object.fromEntries(errors.map(({ field, message }) => [field, message]))),
    )
    if (!done) return setNotice('')
    setNotice(done.rows === 0 ? texts.nothing : texts.done(done.name, number(done.rows)))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const problems = when === 'own' ? problemsOf(event.currentTarget) : {}
    setErrors(problems)
    if (problems.from ?? problems.to) return
    void download()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <SelectField
        label={texts.file}
        hint={reportTexts[kind].hint}
        value={kind}
        onChange={event => setKind(reportKinds.find(one => one === event.target.value) ?? kind)}
      >
        {offered.map(one => (
          <option key={one} value={one}>
            {reportTexts[one].label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.period}
        hint={texts.zone(timeZone)}
        value={when}
        onChange={event => setWhen(namedPeriods.find(one => one === event.target.value) ?? 'own')}
      >
        {namedPeriods.map(name => (
          <option key={name} value={name}>
            {periodTexts[name]}
          </option>
        ))}
        <option value="own">{texts.ownDays}</option>
      </SelectField>
      {when === 'own' &&
        (['from', 'to'] as const).map(end => (
          <TextField
            key={end}
            name={end}
            type="date"
            label={texts[end]}
            hint={end === 'to' ? texts.openEnd : undefined}
            value={days[end]}
            error={errors[end]}
            onChange={event => setDays(days => ({ ...days, [end]: event.target.value }))}
          />
        ))}
      <div className={styles.end}>
        <FormProblem>{problem}</FormProblem>
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.download}
        </Button>
        <p role="status">{notice}</p>
      </div>
    </form>
  )
}

/** A browser gives no value of a day that is half typed or none of the calendar; it says so apart. */
function problemsOf(form: HTMLFormElement): { from?: string; to?: string | undefined } {
  const [from, to] = ['from', 'to'].map(name => form.querySelector<HTMLInputElement>(`[name=${name}]`))
  if (from?.validity.badInput) return { from: texts.notADay }
  return { to: to?.validity.badInput ? texts.notADay : problemOfPeriod({ from: from?.value, to: to?.value }) }
}

/** Swedish writes a day as `<input type="date">` does. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
