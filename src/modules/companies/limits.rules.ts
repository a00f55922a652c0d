/** How long a name and a number of a company may be, in characters, and how many members one may have. */
export const companyLimits = { name: 120, vatNumber: 40, members: 10_000 }
