import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { takeUpEarlyInput } from '#ui/early-input.ts'
import { leaveOutTransitionsInPeace } from '#ui/navigation/view-transitions.ts'

/** The application, alive. Its effect is the first thing after that: before React draws anything anew. */
function Application() {
  useEffect(() => void takeUpEarlyInput(document), [])
  return <HydratedRouter />
}

leaveOutTransitionsInPeace()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Application />
    </StrictMode>,
  )
})
