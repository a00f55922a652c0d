import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { type PriceListWithRules, priceListFormOf, priceListsContract } from '#contracts/pricing'
import { writeNumber } from '#kernel/typed-number'
import { type Audience, percentField } from '#rules/pricing'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useGroups, useRefreshPrices } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'
import { RuleFields, type TypedRule } from './rule-fields.tsx'

type Typed = {
  name: string
  audience: Audience
  group: string
  gross: boolean
  from: string
  until: string
  priority: string
  minimum: string
  multiple: string
}

const typedOf = (list: PriceListWithRules | undefined, company: Named | undefined): Typed => ({
  name: list?.name ?? '',
  audience: list?.audience ?? (company ? 'company' : 'everyone'),
  group: list?.group?._id ?? '',
  gross: list?.gross ?? false,
  from: list?.from ?? '',
  until: list?.until ?? '',
  priority: String(list?.priority ?? 0),
  minimum: String(list?.minimum ?? ''),
  multiple: String(list?.multiple ?? ''),
})

const rulesOf = (list: PriceListWithRules | undefined, locale: string): TypedRule[] =>
  (list?.rules ?? []).map(({ category, brand, percent }) => ({
    category: category?.path ?? '',
    brand: brand ?? '',
    percent: `${writeNumber(String(percent), percentField(locale))} %`,
  }))

type Named = { _id: string; name: string }
type ListFormProps = { list: PriceListWithRules | undefined; company?: Named | undefined }

/** Whom a list is for, when, and what it takes off. Without a list, a new one. */
export function ListForm({ list, company }: ListFormProps) {
  const { locale } = useShop()
  const [typed, setTyped] = useState(() => typedOf(list, company))
  const [rules, setRules] = useState(() => rulesOf(list, locale))
  const ofCompany = list?.company ?? company
  const { save, errors, isPending, problem } = useSaving(list, ofCompany?._id)
  const set = (change: Partial<Typed>) => setTyped(typed => ({ ...typed, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void save(typed, rules)
  }
  return (
    <Card as="section">
      <form noValidate onSubmit={submit} className={styles.form}>
        <SectionTitle>{texts.settings}</SectionTitle>
        <ListFields typed={typed} set={set} errors={errors} company={ofCompany} />
        <RuleFields rules={rules} setRules={setRules} errors={errors} />
        <FormProblem>{errors.get('currency') ?? (errors.size > 0 ? undefined : problem)}</FormProblem>
        <div>
          <Button type="submit" variant="primary" pending={isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type ListFieldsProps = {
  typed: Typed
  set: (change: Partial<Typed>) => void
  errors: ReadonlyMap<string, string>
  company: Named | undefined
}

function ListFields({ typed, set, errors, company }: ListFieldsProps) {
  const groups = useGroups()
  // The company is chosen where companies are kept.
  const choices = (['everyone', 'group', 'company'] as const).filter(
    audience => audience !== 'company' || company !== undefined,
  )
  const text = (name: 'name' | 'priority' | 'minimum' | 'multiple' | 'from' | 'until') => ({
    name,
    value: typed[name],
    error: errors.get(name),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <div className={styles.fields}>
      <TextField {...text('name')} label={texts.name} hint={texts.nameHint} />
      <SelectField
        label={texts.audience}
        value={typed.audience}
        error={errors.get('audience')}
        onChange={event => set({ audience: choices.find(one => one === event.target.value) ?? 'everyone' })}
      >
        {choices.map(audience => (
          <option key={audience} value={audience}>
            {(audience === 'company' && company?.name) || texts.audiences[audience]}
          </option>
        ))}
      </SelectField>
      {typed.audience === 'group' && (
        <SelectField
          label={texts.group}
          value={typed.group}
          error={errors.get('group')}
          onChange={event => set({ group: event.target.value })}
        >
          <option value="">{texts.choose}</option>
          {groups.rows.map(group => (
            <option key={group._id} value={group._id}>
              {group.name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={texts.gross}
        value={typed.gross ? 'gross' : 'net'}
        error={errors.get('gross')}
        onChange={event => set({ gross: event.target.value === 'gross' })}
      >
        <option value="net">{texts.net}</option>
        <option value="gross">{texts.withTax}</option>
      </SelectField>
      <TextField {...text('from')} label={texts.from} type="date" optional />
      <TextField {...text('until')} label={texts.until} type="date" optional />
      <TextField {...text('priority')} label={texts.priority} hint={texts.priorityHint} inputMode="numeric" />
      <TextField {...text('minimum')} label={texts.minimum} hint={texts.quantityHint} inputMode="numeric" optional />
      <TextField {...text('multiple')} label={texts.multiple} inputMode="numeric" optional />
    </div>
  )
}

/** Saves a list, once however often the button is pressed; what stands in the way is put to its fields. */
function useSaving(list: PriceListWithRules | undefined, company: string | undefined) {
  const { locale } = useShop()
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshPrices()
  const navigate = useNavigate()
  const put = (wrong: readonly { field: string; message: string }[]) =>
    setErrors(new Map(wrong.map(({ field, message }) => [field, message])))

  const save = async (typed: Typed, rules: readonly TypedRule[]) => {
    const { group, ...rest } = typed
    const ofWhom = {
      group: typed.audience === 'group' ? group || null : null,
      company: typed.audience === 'company' ? (company ?? null) : null,
    }
    const whole = { ...rest, ...ofWhom, ...(list && { currency: list.currency }), rules: [...rules] }
    const { data: body, error } = priceListFormOf(locale).safeParse(whole)
    put((error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })))
    if (!body) return
    const params = { id: list?._id ?? '' }
    const send = async (): Promise<string> => {
      if (!list) return (await call(priceListsContract.addPriceList, { body, idempotencyKey: keyOf(body) })).insertedId
      await call(priceListsContract.changePriceList, { params, body: { ...body, version: list.version } })
      return list._id
    }
    const id = await act(send, refusal => put(refusal.errors))
    if (!id) return
    forget()
    toastSuccess(texts.saved(typed.name.trim()))
    await refresh(id)
    if (!list) await navigate(`/dashboard/price-lists/${id}`, { replace: true })
  }
  return { save, errors, isPending, problem }
}
