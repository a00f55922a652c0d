/** The home page's lists (specification, section 9; decisions, section 6). */
export const homeLists = { newTools: 3, popularTools: 6, popularDays: 90, bestSellerOrders: 4 }
