export { garageHandlers, readOwnVehicles } from './finder.garage.server.ts'
export {
  type ListedVehicle,
  addListed,
  findVehicle,
  loadVehicles,
  namesOfVehicles,
  readVehicle,
  vehicleHandlers,
} from './finder.vehicles.server.ts'
export { decodeVin, readVin, vinHandlers, vinTables } from './finder.vin.server.ts'
