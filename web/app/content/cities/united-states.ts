import type { City } from './city.ts'

const country = 'United States'

export const unitedStates: readonly City[] = [
  {
    slug: 'new-york',
    name: 'New York',
    country,
    title: 'New York rooms, by the hour',
    description:
      'Lofts, studios and boardrooms in New York for one meeting, one shoot or one evening. See the free hours, pay by card and walk in.',
    pictureAlt: 'Drawing of a roof terrace above brick houses, with the spires of Manhattan behind',
    figures: { monthlyBookings: 1200, rating: 4.8 },
    areas: {
      'SoHo and Tribeca':
        'Cast-iron lofts with tall windows and deep floors. Brands shoot lookbooks here by day and hold small launches after six.',
      'Midtown and Flatiron':
        'Meeting rooms within a walk of Penn Station and Grand Central, for teams that come in from three directions.',
      'Williamsburg and Bushwick':
        'Former workshops with freight elevators and concrete floors: music videos, ceramics evenings, anything that may get dusty.',
    },
    highlights: {
      area: [
        'Every block its own trade',
        'Garment District showrooms, Flatiron boardrooms, Brooklyn warehouses: the neighborhood tells you what its rooms were built for.',
      ],
      light: [
        'Look for the upper floors',
        'Streets are narrow and towers tall. For daylight choose a high floor, or a corner with windows on two sides.',
      ],
      transit: [
        'The subway never closes',
        'Guests reach nearly every room by train at any hour. For vans full of gear ask the host about loading and elevator times.',
      ],
      use: [
        'Made for short bookings',
        'Castings, pitch rehearsals, pop-ups and table reads often need two hours, not a day. Pay for the two.',
      ],
    },
  },
  {
    slug: 'los-angeles',
    name: 'Los Angeles',
    country,
    title: 'Los Angeles spaces, by the hour',
    description:
      'Daylight studios, podcast rooms and terraces across Los Angeles, from Culver City to the Arts District. Book just the hours of your call sheet.',
    pictureAlt:
      'Drawing of a roof terrace over white houses and palms, an observatory on the hills at sunset',
    figures: { monthlyBookings: 950, rating: 4.7 },
    areas: {
      'Arts District':
        'Brick warehouses east of downtown with roll-up doors and room for a full crew. The first stop for photo and video.',
      'Culver City':
        'Rehearsal floors and edit rooms in the shadow of the studios, easy from the west side and the E Line.',
      'Echo Park and Silver Lake':
        'Hillside bungalows, podcast dens and garden rooms for interviews, writing days and quiet portraits.',
    },
    highlights: {
      area: [
        'Choose your side of town',
        'Crossing the city takes longer than the meeting. Pick the room near most of your people, then let the rest drive.',
      ],
      light: [
        'Sun you can plan with',
        'Most days are clear, and late afternoon turns gold. Mornings near the beach can be gray until the marine layer lifts.',
      ],
      transit: [
        'Ask about parking first',
        'Many guests arrive by car. Listings name parking among the amenities; Metro lines serve downtown, Hollywood and Santa Monica.',
      ],
      use: [
        'Crews welcome',
        'Self-tapes, product shoots, chemistry reads, live sessions: hosts here know what a grip is and where the power comes from.',
      ],
    },
  },
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
  {
    slug: 'houston',
    name: 'Houston',
    country,
    title: 'Houston spaces, by the hour',
    description:
      'Lecture rooms, kitchens and studios in Houston: cool inside, with parking by the door. Book them for an hour or an afternoon.',
    pictureAlt: 'Drawing of a roof terrace above a green park, with glass towers at noon',
    figures: { monthlyBookings: 650, rating: 4.7 },
    areas: {
      Montrose:
        'Bungalows and galleries under live oaks, near the museums. Portraits, workshops and small readings.',
      'The Heights':
        'Porches, old storefronts and test kitchens. Good for classes, showers and slow Saturday markets.',
      EaDo: 'Warehouses east of downtown with high ceilings and loading doors, one stop by light rail from the center.',
    },
  },
  {
    slug: 'san-antonio',
    name: 'San Antonio',
    country,
    title: 'San Antonio spaces, by the hour',
    description:
      'Courtyards, halls and studios in San Antonio, from the River Walk to the Pearl. Rent them for a rehearsal, a dinner or a morning of work.',
    pictureAlt: 'Drawing of a roof terrace over tiled roofs, a church spire and a slender tower',
    figures: { monthlyBookings: 450, rating: 4.8 },
    areas: {
      Pearl:
        'An old brewery on the river with courtyards and kitchens. Tastings, food shoots, company evenings outdoors.',
      Southtown:
        'Artists’ houses and galleries around South Alamo Street, lively on First Friday and calm the rest of the month.',
      'Downtown and the River Walk':
        'Meeting rooms and event halls below street noise, a short walk from the convention center.',
    },
  },
  {
    slug: 'dallas',
    name: 'Dallas',
    country,
    title: 'Dallas spaces, by the hour',
    description:
      'Sound rooms, showrooms and terraces in Dallas. Rent the hours around your show, shoot or sales meeting and nothing more.',
    pictureAlt:
      'Drawing of a roof terrace at dusk, lit towers and a ball of light on a slender shaft',
    figures: { monthlyBookings: 750, rating: 4.8 },
    areas: {
      'Deep Ellum':
        'Brick storefronts with a century of music in them: rehearsals, recordings, listening parties.',
      'Design District':
        'Showrooms with clean walls and wide doors for furniture, fashion and the photographs of both.',
      Uptown:
        'Meeting rooms along the free M-Line streetcar, near the Katy Trail for those who think while walking.',
    },
  },
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
