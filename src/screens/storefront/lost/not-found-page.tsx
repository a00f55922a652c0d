import { data } from 'react-router'
import { LostPage } from './lost-page.tsx'

/** Every address that has no room of its own. */
export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return (
    <div className="column">
      <LostPage kind="not-found" />
    </div>
  )
}
