export {
  type CustomerGroup,
  GroupInput,
  type GroupMember,
  NewMember,
  customerGroupsContract,
} from './groups/groups.contract.ts'
export {
  type PriceEntry,
  PriceEntryInput,
  priceEntryFormOf,
  priceListFormOf,
  type PriceList,
  PriceListInput,
  type PriceListWithRules,
  type PriceRule,
  priceListsContract,
} from './lists/lists.contract.ts'
export {
  type PriceFile,
  type PriceFileAnswer,
  type PriceFileEntry,
  type UnnamedEntries,
  priceFilesContract,
} from './files/files.contract.ts'
export { type OwnPrice, mostPrices, pricesContract } from './prices.contract.ts'
