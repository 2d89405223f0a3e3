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
    areas: [
      {
        name: 'Roosevelt Row',
        text: 'Murals, galleries and small stages within a walk of the light rail. Pop-ups and portraits against color.',
      },
      {
        name: 'Arcadia',
        text: 'Ranch houses with citrus gardens and a view of Camelback. Brunches, showers, lifestyle shoots.',
      },
      {
        name: 'Warehouse District',
        text: 'Brick and steel south of the tracks: big floors for expos, rehearsals and anything that needs shade.',
      },
    ],
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
    areas: [
      {
        name: 'North Park',
        text: 'Craftsman houses, print shops and coffee roasters. Workshops and interviews with good neighbors.',
      },
      {
        name: 'Barrio Logan',
        text: 'Studios and galleries beneath the murals of Chicano Park, with ceilings high enough for real lights.',
      },
      {
        name: 'Little Italy',
        text: 'Loft offices above the Saturday market, a trolley stop from the station and close to the harbor.',
      },
    ],
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
    locations: ['san jose', 'santa clara county'],
    highlights: [
      {
        kind: 'area',
        title: 'Downtown to Willow Glen',
        text: 'Board-ready rooms around San Pedro Square, calmer porches and storefronts along Lincoln Avenue.',
      },
      {
        kind: 'light',
        title: 'Dry, bright, predictable',
        text: 'The valley is sunny for most of the year. North-facing rooms keep screens readable and faces even.',
      },
      {
        kind: 'transit',
        title: 'Trains meet at Diridon',
        text: 'Caltrain comes down from San Francisco, light rail runs on to Mountain View, and the airport is minutes away.',
      },
      {
        kind: 'use',
        title: 'Where prototypes get shown',
        text: 'Demo days, user interviews, hiring days and off-sites: rent the room for the hours, keep the lease for later.',
      },
    ],
  },
]
