export { OwnPrice } from '#parts/pricing'
