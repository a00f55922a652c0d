import { texts } from '#kernel/texts'

/** The home page. */
export const homeTexts = texts('screens.home', {
  services: 'Our promises',
  offers: 'Offers',
  statistics: 'The shop in numbers',
  categories: 'Shop by category',
  newTools: 'New Tools',
  allNewTools: 'All new arrivals',
  popularTools: 'Popular Tools',
  wholeCatalogue: 'See the whole catalogue',
  noTools: 'No tools yet',
  noToolsNext: 'We are stocking up. Please come back soon.',
  customerReviews: 'Customer Reviews',
})
