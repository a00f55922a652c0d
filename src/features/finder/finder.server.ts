export {
  type ListedVehicle,
  addListed,
  findVehicle,
  loadVehicles,
  namesOfVehicles,
  readVehicle,
  vehicleHandlers,
} from './finder.vehicles.server.ts'
