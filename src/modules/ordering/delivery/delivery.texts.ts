/** What is said of how goods reach the buyer. */
export const deliveryTexts = {
  standard: 'Standard delivery',
  method: 'Delivery method',
  days: (days: number) => (days === 1 ? 'within 1 working day' : `within ${days} working days`),
  pickUp: 'you pick it up',
}
