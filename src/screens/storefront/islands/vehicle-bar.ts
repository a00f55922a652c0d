export { VehicleBar } from '#parts/finder'
