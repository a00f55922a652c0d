/** The home page. */
export const homeTexts = {
  services: 'What this shop promises',
  offers: 'Offers',
  statistics: 'The shop in numbers',
  newTools: 'New Tools',
  allNewTools: 'All new arrivals',
  popularTools: 'Popular Tools',
  wholeCatalogue: 'See the whole catalogue',
  noTools: 'No tools yet',
  noToolsNext: 'The shelves are being filled. Come back in a little while.',
  customerReviews: 'Customer Reviews',
}
