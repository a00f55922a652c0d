import { Island } from '#ui/islands/island.tsx'
import { RememberedVehicle } from './remembered-vehicle.tsx'
import { VehicleBar, type VehicleBarProps, isStepping } from './vehicle-bar.tsx'

/** The vehicle bar of a page. `mayRemember`: a page that names no vehicle is shown for the one that was chosen last. */
export function VehicleQuestion({ mayRemember = true, ...props }: VehicleBarProps & { mayRemember?: boolean }) {
  const isOpen = mayRemember && !props.vehicle && !props.isGone && !isStepping(props.picker)
  return (
    <>
      {isOpen && <RememberedVehicle />}
      <Island
        name="vehicle-bar"
        of={VehicleBar}
        props={props}
        // A vehicle that somebody else has sent can be kept.
        wakesOn={['meant', 'vehicle', 'account', ...(props.vehicle ? (['seen'] as const) : [])]}
      />
    </>
  )
}
