import { WhoIsHere } from '#parts/finder'
import { MainLinks } from '../../frame/main-links.tsx'

/** The links of the bar. They know who is here, and tell my vehicles. */
export function LinksOfAccount() {
  return (
    <>
      <WhoIsHere />
      <MainLinks />
    </>
  )
}
