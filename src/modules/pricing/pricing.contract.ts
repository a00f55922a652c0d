export { type CustomerGroup, customerGroupsContract } from './groups/groups.contract.ts'
export {
  type PriceEntry,
  priceEntryFormOf,
  priceListFormOf,
  type PriceList,
  type PriceListWithRules,
  priceListsContract,
} from './lists/lists.contract.ts'
export { type PriceFile, type PriceFileEntry, type UnnamedEntries, priceFilesContract } from './files/files.contract.ts'
export { pricesContract } from './prices.contract.ts'
