export { KeepVehicle } from '#parts/finder'
