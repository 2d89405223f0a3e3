import type { City } from './city.ts'

const country = 'United States'

export const unitedStatesWest: readonly City[] = [
  {
    slug: 'phoenix',
    name: 'Phoenix',
    country,
    title: 'Phoenix spaces, by the hour',
    description:
      'Desert terraces, galleries and cool meeting rooms in Phoenix. Book early hours in summer and golden ones the rest of the year.',
    pictureAlt: 'Drawing of a roof terrace with adobe-colored houses and palms before desert hills',
    figures: { monthlyBookings: 550, rating: 4.8 },
    areas: {
      'Roosevelt Row':
        'Murals, galleries and small stages within a walk of the light rail. Pop-ups and portraits against color.',
      Arcadia:
        'Ranch houses with citrus gardens and a view of Camelback. Brunches, showers, lifestyle shoots.',
      'Warehouse District':
        'Brick and steel south of the tracks: big floors for expos, rehearsals and anything that needs shade.',
    },
  },
  {
    slug: 'san-diego',
    name: 'San Diego',
    country,
    title: 'San Diego spaces, by the hour',
    description:
      'Bright studios, harbor rooms and gardens in San Diego. Mild enough to leave the doors open, rented by the hour.',
    pictureAlt:
      'Drawing of a roof terrace over white houses with tiled roofs, palms and a blue bay',
    figures: { monthlyBookings: 700, rating: 4.9 },
    areas: {
      'North Park':
        'Craftsman houses, print shops and coffee roasters. Workshops and interviews with good neighbors.',
      'Barrio Logan':
        'Studios and galleries beneath the murals of Chicano Park, with ceilings high enough for real lights.',
      'Little Italy':
        'Loft offices above the Saturday market, a trolley stop from the station and close to the harbor.',
    },
  },
  {
    slug: 'san-jose',
    name: 'San Jose',
    country,
    title: 'San Jose spaces, by the hour',
    description:
      'Meeting rooms, studios and workshops in San Jose and Santa Clara County, for teams that need a door to close and a board to write on.',
    pictureAlt:
      'Drawing of a roof terrace with trees and tiled roofs before the low hills of the valley',
    emptyText: 'No spaces currently available in San Jose. Check back soon!',
    locations: ['san jose', 'santa clara county'],
    highlights: {
      area: [
        'Downtown to Willow Glen',
        'Board-ready rooms around San Pedro Square, calmer porches and storefronts along Lincoln Avenue.',
      ],
      light: [
        'Dry, bright, predictable',
        'The valley is sunny for most of the year. North-facing rooms keep screens readable and faces even.',
      ],
      transit: [
        'Trains meet at Diridon',
        'Caltrain comes down from San Francisco, light rail runs on to Mountain View, and the airport is minutes away.',
      ],
      use: [
        'Where prototypes get shown',
        'Demo days, user interviews, hiring days and off-sites: rent the room for the hours, keep the lease for later.',
      ],
    },
  },
]
