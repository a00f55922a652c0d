/** Under which local storage has a visitor's basket. */
export const basketKey = 'basket'
