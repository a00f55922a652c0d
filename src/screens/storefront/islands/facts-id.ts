/** The element of a page that has its facts (`frame/page-facts.ts`), as JSON. */
export const factsId = 'page-facts'
