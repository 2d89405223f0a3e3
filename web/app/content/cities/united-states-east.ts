import type { City } from './city.ts'

const country = 'United States'

export const unitedStatesEast: readonly City[] = [
  {
    slug: 'chicago',
    name: 'Chicago',
    country,
    title: 'Chicago spaces, by the hour',
    description:
      'Timber lofts, riverside meeting rooms and show kitchens in Chicago. Rent the hours you need, a few steps from the L.',
    pictureAlt: 'Drawing of a roof terrace over brick flats, the towers of the Loop by the lake',
    figures: { monthlyBookings: 800, rating: 4.8 },
    areas: {
      'Fulton Market':
        'Meatpackers’ halls turned into lofts with heavy timber and brick: off-sites, tastings, brand evenings.',
      'The Loop':
        'Boardrooms under old cornices and beside the river, where every train line of the city meets.',
      Pilsen:
        'Printmakers, galleries and murals. Workshops and studio days that like a little color around them.',
    },
  },
  {
    slug: 'philadelphia',
    name: 'Philadelphia',
    country,
    title: 'Philadelphia spaces, by the hour',
    description:
      'Rowhouse studios, workshop floors and meeting rooms in Philadelphia. Made for walking from one to the next, rented by the hour.',
    pictureAlt: 'Drawing of a roof terrace over brick rowhouses, the tower of a city hall behind',
    figures: { monthlyBookings: 600, rating: 4.7 },
    areas: {
      'Old City':
        'Galleries and cast-iron fronts near the Delaware. Openings, talks and dinners with a hundred years in the brickwork.',
      Fishtown:
        'Mills and garages along the El, now full of bands, bakers and photographers who rent out their quiet days.',
      'Center City':
        'Meeting rooms between City Hall and 30th Street Station: a day trip from New York or Washington by train.',
    },
  },
]
