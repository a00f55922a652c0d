import { useQuery } from '@tanstack/react-query'
import { type OwnCompany, actingContract } from '#contracts/companies'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { Card } from '#ui/data/card.tsx'
import { buyingForTexts as texts } from './buying-for.texts.ts'

/** The companies that the account buys for. */
export const useOwnCompanies = () =>
  useQuery({ queryKey: ['own-companies'], queryFn: () => call(actingContract.listOwnCompanies, {}) })

/** For whom this session buys; nothing for whoever is in no company. */
export function BuyingFor({ companies }: { companies: readonly OwnCompany[] }) {
  const { act, isPending, problem } = useAction()
  const current = companies.find(({ isCurrent }) => isCurrent)?._id ?? ''
  const choose = async (companyId: string) => {
    const changed = await act(() => call(actingContract.actFor, { body: { companyId: companyId || null } }))
    // Every price on the page may be another now.
    if (changed) globalThis.location.reload()
  }
  if (companies.length === 0) return null
  return (
    <SelectField
      label={texts.label}
      hint={texts.hint}
      value={current}
      error={problem}
      disabled={isPending}
      onChange={event => void choose(event.target.value)}
    >
      <option value="">{texts.myself}</option>
      {companies.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The same on a page that has nothing else of companies. */
export function BuyingForCard() {
  const { data = [] } = useOwnCompanies()
  if (data.length === 0) return null
  return (
    <Card as="section">
      <BuyingFor companies={data} />
    </Card>
  )
}
