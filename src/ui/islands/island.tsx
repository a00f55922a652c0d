import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { Surroundings } from './surroundings.tsx'
import { useNavigation } from '../navigation/link.tsx'
import { useShop } from '../shop.tsx'

/**
 * What wakes an island: somebody means it, by pointer or key; it comes into view; somebody is signed in; a vehicle is kept in
 * this browser; something is in the basket of this browser.
 */
type WakesOn = 'meant' | 'seen' | 'account' | 'vehicle' | 'basket'

type IslandProps<Props extends object> = {
  /** Its name in the list of islands. */
  name: string
  of: ComponentType<Props>
  props: Props
  /** Apart from others of its name on the page. */
  at?: string
  wakesOn?: readonly WakesOn[]
}

/**
 * A part of a page that the browser wakes when somebody means it. It is rendered here by itself, as it will be in the browser,
 * so that both name its elements alike. For the server alone. `props` go to the browser as JSON.
 */
export function Island<Props extends object>({
  name,
  of: Part,
  props,
  at = '',
  wakesOn = ['meant'],
}: IslandProps<Props>) {
  const shop = useShop()
  const { address } = useNavigation()
  const html = renderToString(
    <Surroundings shop={shop} address={address}>
      <Part {...props} />
    </Surroundings>,
    { identifierPrefix: name + at },
  )
  return (
    <div
      data-island={name}
      data-at={at || undefined}
      data-wakes-on={wakesOn.join(' ')}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
