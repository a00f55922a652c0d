import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { takeUpEarlyInput } from '#ui/early-input.ts'
import { loadShownParts } from '#ui/later-part.tsx'
import { leaveOutTransitionsInPeace } from '#ui/navigation/view-transitions.ts'

/** The page, alive. Its effect is the first thing after that: before React draws anything anew. */
function Page() {
  useEffect(() => void takeUpEarlyInput(), [])
  return <HydratedRouter />
}

leaveOutTransitionsInPeace()
await loadShownParts()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  )
})
