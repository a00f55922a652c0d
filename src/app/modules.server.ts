import { accounts } from '#modules/accounts'
import { audit } from '#modules/audit'
import { catalogue } from '#modules/catalogue'
import { companies } from '#modules/companies'
import { content } from '#modules/content'
import { desk } from '#modules/desk'
import { finder } from '#modules/finder'
import { home } from '#modules/home'
import { identity } from '#modules/identity'
import { imports } from '#modules/imports'
import { media } from '#modules/media'
import { ordering } from '#modules/ordering'
import { pricing } from '#modules/pricing'
import { privacy } from '#modules/privacy'
import { reviews } from '#modules/reviews'
import { stock } from '#modules/stock'
import { tax } from '#modules/tax'
import type { Module } from '#platform/module'
import type { Parts, Whereabouts } from './compose-parts.server.ts'

/** The modules of the shop, in their order. */
export const modules: readonly Module<Parts & { where: Whereabouts }>[] = [
  content,
  identity,
  accounts,
  media,
  companies,
  tax,
  catalogue,
  pricing,
  finder,
  ordering,
  imports,
  stock,
  reviews,
  home,
  audit,
  desk,
  privacy,
]
