import { useEffect, useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { useSession } from '#parts/accounts'
import { call } from '#ui/calls/call.ts'
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
  const buyer = useSession().account?.email
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
  const own = offer && offer.of === buyer ? offer.offered : everyone
  const isOwn = own.minimum !== everyone.minimum || own.multiple !== everyone.multiple
  const [minimum, multiple] = [own.minimum, own.multiple].map(units => formatNumber(units, locale))
  return (
    <>
      <BuyersPrice offered={own} per={per} />
      {isOwn && (
        <p>
          {own.multiple > 1
            ? pricingTexts.yourMultiple(minimum ?? '', multiple ?? '')
            : pricingTexts.yourMinimum(minimum ?? '')}
        </p>
      )}
    </>
  )
}
