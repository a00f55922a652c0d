import { useEffect, useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { useSession } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
import { Untelling, untoldOf } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { pricingTexts } from '../pricing.texts.ts'
import { BuyersPrice } from './buyers-price.tsx'
import { type ShownOffer, readShownOffer } from './offered.ts'

type OwnPriceProps = {
  tool: string
  /** What everyone is offered: the page shows it, and whoever has no price of their own. */
  everyone: ShownOffer
  per: string
}

/** The price of a tool on its page. Who is signed in is told their own, by a call of theirs: the page is everyone's. */
export function OwnPrice({ tool, everyone, per }: OwnPriceProps) {
  const { account } = useSession()
  const buyer = account?.email
  const [offer, setOffer] = useState<{ of: string; offered: ShownOffer }>()
  const { locale } = useShop()
  useEffect(() => {
    if (buyer === undefined) return undefined
    let isGone = false
    // Without an answer the page stays as it is: the order says what is paid before it is placed.
    readShownOffer(call, tool)
      .then(offered => offered && !isGone && setOffer({ of: buyer, offered }))
      .catch(() => undefined)
    return () => void (isGone = true)
  }, [buyer, tool])
  const isLoaded = offer !== undefined && offer.of === buyer
  const own = isLoaded ? offer.offered : everyone
  const isOwn = own.minimum !== everyone.minimum || own.multiple !== everyone.multiple
  const [minimum = '', multiple = ''] = [own.minimum, own.multiple].map(units => formatNumber(units, locale))
  // The page says everyone's in figures beside the price: where the buyer has their own, that is said there instead.
  useEffect(() => {
    if (!isOwn) return undefined
    const undo = [write('minimum', minimum), write('multiple', multiple)]
    return () => {
      for (const back of undo) back()
    }
  }, [isOwn, minimum, multiple])
  const isMultipleNew = isOwn && own.multiple > 1 && everyone.multiple === 1
  return (
    <>
      <Untelling value={isLoaded && account ? untoldOf(account) : 'visitor'}>
        <BuyersPrice offered={own} per={per} />
      </Untelling>
      {isMultipleNew && <p>{pricingTexts.yourMultiple(multiple)}</p>}
    </>
  )
}

/** Writes into the place of what everyone is offered; gives what puts that back. */
function write(what: 'minimum' | 'multiple', text: string): () => void {
  const place = document.querySelector(`[data-offered="${what}"]`)
  const everyones = place?.textContent ?? ''
  if (place) place.textContent = text
  return () => {
    if (place) place.textContent = everyones
  }
}
