import type { City } from './city.ts'

const country = 'United States'

export const unitedStatesCoasts: readonly City[] = [
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
]
