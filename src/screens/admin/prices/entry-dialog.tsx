import { writtenNumber } from '#kernel/written'
import { useState } from 'react'
import { type PriceEntry, priceEntryFormOf, priceListsContract } from '#contracts/pricing'
import { amountField } from '#kernel/typed-field'
import { type NumberField, writeNumber } from '#kernel/typed-number'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import { useRefreshPrices } from './price-queries.ts'
import styles from './prices.module.css'
import { pricesTexts as texts } from './prices.texts.ts'

/** A product with what the list says of it, if it says anything yet. */
export type Priced = Partial<Omit<PriceEntry, 'tool'>> & { tool: { _id: string; name: string } }

type EntryDialogProps = { listId: string; priced: Priced | undefined; onClose: () => void }

/** The prices of one product in a list. */
export function EntryDialog({ listId, priced, onClose }: EntryDialogProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Dialog open={priced !== undefined} onClose={onClose} title={priced && texts.priceOf(priced.tool.name)}>
        {priced && <Pricing listId={listId} priced={priced} onClose={onClose} onRemove={() => setAsking(true)} />}
      </Dialog>
      <RemoveEntry
        listId={listId}
        tool={isAsking ? priced?.tool : undefined}
        onClose={() => setAsking(false)}
        onRemoved={onClose}
      />
    </>
  )
}

type RemoveEntryProps = {
  listId: string
  tool: Priced['tool'] | undefined
  onClose: () => void
  onRemoved: () => void
}

/** Asks over the prices of a product, which stay as they were typed, before all of them go. */
function RemoveEntry({ listId, tool, onClose, onRemoved }: RemoveEntryProps) {
  const { act, isPending, problem, forget } = useAction()
  const refresh = useRefreshPrices()
  const { _id = '', name = '' } = tool ?? {}
  const close = () => {
    forget()
    onClose()
  }
  const remove = async () => {
    const params = { id: listId, tool: _id }
    if (!(await act(() => call(priceListsContract.removePriceEntry, { params })))) return
    onClose()
    onRemoved()
    toastSuccess(texts.priceRemoved(name))
    await refresh(listId)
  }
  return (
    <QuestionDialog
      open={tool !== undefined}
      onClose={close}
      title={texts.removePriceTitle(name)}
      action={texts.removePrice}
      isDangerous
      isPending={isPending}
      problem={problem}
      onConfirm={remove}
    >
      <p>{texts.removePriceEffect}</p>
    </QuestionDialog>
  )
}

type TypedTier = { from: string; price: string }

const tiersOf = ({ tiers = [] }: Priced, field: NumberField): TypedTier[] =>
  tiers.length === 0
    ? [{ from: '1', price: '' }]
    : tiers.map(({ from, price }) => ({ from: String(from), price: writeNumber(String(price), field) }))

type PricingProps = { listId: string; priced: Priced; onClose: () => void; onRemove: () => void }

function Pricing({ listId, priced, onClose, onRemove }: PricingProps) {
  const shop = useShop()
  const [tiers, setTiers] = useState(() => tiersOf(priced, amountField(shop)))
  const [minimum, setMinimum] = useState(String(priced.minimum ?? ''))
  const [multiple, setMultiple] = useState(String(priced.multiple ?? ''))
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const { act, isPending, problem } = useAction()
  const refresh = useRefreshPrices()
  const { _id: tool, name } = priced.tool
  const params = { id: listId, tool }
  const save = async () => {
    // A row that was left empty is none.
    const filled = tiers.map((tier, at) => ({ ...tier, at })).filter(({ price }) => price.trim() !== '')
    const put = (wrong: readonly { field: string; message: string }[]) =>
      setErrors(new Map(wrong.map(({ field, message }) => [fieldAt(field, filled), message])))
    const typed = {
      tiers: filled.map(({ from, price }) => ({ from, price })),
      minimum,
      multiple,
      version: priced.version,
    }
    const { data: body, error } = priceEntryFormOf(shop).safeParse(typed)
    put((error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })))
    if (!body) return
    const send = () => call(priceListsContract.setPriceEntry, { params, body })
    if (!(await act(send, refusal => put(refusal.errors)))) return
    onClose()
    toastSuccess(texts.priceSaved(name))
    await refresh(listId)
  }
  const set = (at: number, change: Partial<TypedTier>) =>
    setTiers(tiers.map((tier, index) => (index === at ? { ...tier, ...change } : tier)))
  return (
    <DialogForm
      action={texts.savePrice}
      isPending={isPending}
      problem={errors.get('tiers') ?? (errors.size > 0 ? undefined : problem)}
      onSubmit={save}
      onClose={onClose}
    >
      {tiers.map((tier, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a price that is being typed has nothing else of its own
        <div key={at} className={styles.row}>
          <TextField
            label={texts.tierQuantity}
            aria-label={texts.tierQuantityNamed(at + 1)}
            value={tier.from}
            inputMode="numeric"
            autoComplete="off"
            error={errors.get(`tiers.${at}.from`)}
            onChange={event => set(at, { from: event.target.value })}
          />
          <TextField
            label={texts.tierPrice}
            aria-label={texts.tierPriceNamed(at + 1)}
            value={tier.price}
            inputMode="decimal"
            autoComplete="off"
            error={errors.get(`tiers.${at}.price`)}
            onChange={event => set(at, { price: event.target.value })}
          />
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => setTiers([...tiers, { from: '', price: '' }])}>
          {texts.addTier}
        </Button>
      </div>
      <div className={styles.row}>
        <TextField
          label={texts.minimum}
          value={minimum}
          inputMode="numeric"
          autoComplete="off"
          optional
          error={errors.get('minimum')}
          onChange={event => setMinimum(event.target.value)}
        />
        <TextField
          label={texts.multiple}
          value={multiple}
          inputMode="numeric"
          autoComplete="off"
          optional
          error={errors.get('multiple')}
          onChange={event => setMultiple(event.target.value)}
        />
      </div>
      {priced.version !== undefined && (
        <div>
          <Button variant="quiet" size="small" disabled={isPending} onClick={onRemove}>
            {texts.removePrice}
          </Button>
        </div>
      )}
    </DialogForm>
  )
}

/** A complaint about a price that was sent, put to the row in which it was typed. */
function fieldAt(field: string, filled: readonly { at: number }[]): string {
  const [, sent, of] = /^tiers\.(\d+)\.(\w+)$/.exec(field) ?? []
  return sent === undefined ? field : `tiers.${filled[writtenNumber(sent)]?.at ?? sent}.${of}`
}
