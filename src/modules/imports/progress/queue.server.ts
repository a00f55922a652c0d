/** Where the page's imports wait for their turn. */
export const importsQueue = 'imports'
