export { VehiclePicker } from '#parts/finder'
