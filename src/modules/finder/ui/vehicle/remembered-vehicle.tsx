import { currentKey } from './garage-keys.ts'

// Runs in the browser before the page is painted, sent as it stands here: it may use nothing from outside.
function leadToRemembered(key: string): void {
  try {
    const { id } = JSON.parse(localStorage.getItem(key) ?? '{}') as { id?: unknown }
    const address = new URL(location.href)
    if (!Number.isInteger(id) || address.searchParams.has('vehicle')) return
    address.searchParams.set('vehicle', String(id))
    // The list for a vehicle begins anew.
    address.searchParams.delete('after')
    location.replace(address)
  } catch {
    // A browser that keeps nothing remembers none.
  }
}

export const rememberedVehicleScript = `(${leadToRemembered.toString()})(${JSON.stringify(currentKey)})`

/** On a page that names no vehicle: it is shown for the one that was chosen last, here or at an earlier visit. */
export function RememberedVehicle() {
  return <script dangerouslySetInnerHTML={{ __html: rememberedVehicleScript }} />
}
