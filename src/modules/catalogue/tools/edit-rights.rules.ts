import type { Permission } from '#kernel/access'

/** Who may set each of these of a tool that is there, by hand or of many at once. */
export const editRights = {
  price: 'prices',
  category: 'catalogue',
  taxClass: 'catalogue',
  minimumQuantity: 'catalogue',
  multiple: 'catalogue',
  stock: 'stock',
  tags: 'catalogue',
  archive: 'catalogue',
} as const satisfies Record<string, Permission>
