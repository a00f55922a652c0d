export { BasketLink } from '#parts/ordering'
