import { data, redirectDocument } from 'react-router'
import type { Route } from './+types/other-page.ts'

/** The browser has asked for an address of the application that has no screen. */
export function loader(): never {
  throw data(null, { status: 404 })
}

/** A screen of the application has led to another address: a page of the shop, which the browser fetches by itself. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  const { pathname, search } = new URL(request.url)
  throw redirectDocument(pathname + search)
}

export default function OtherPage() {
  return null
}
