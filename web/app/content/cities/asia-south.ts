import type { City } from './city.ts'

export const asiaSouth: readonly City[] = [
  {
    slug: 'dubai',
    name: 'Dubai',
    country: 'United Arab Emirates',
    title: 'Dubai spaces, by the hour',
    description:
      'White-box studios, majlis rooms and offices with a view in Dubai. Cool, well kept and bookable for an hour at a time.',
    pictureAlt:
      'Drawing of a roof terrace at sunset, palms, a curved tower and the tallest of spires',
    highlights: [
      {
        kind: 'area',
        title: 'Warehouses and towers',
        text: 'Alserkal Avenue and Al Quoz for art and cameras, DIFC for suits, the Creek for old houses with wind towers.',
      },
      {
        kind: 'light',
        title: 'Two golden hours a day',
        text: 'Noon is harsh, and outdoors is a winter matter. Book dawn or dusk, and a blackout studio for the rest.',
      },
      {
        kind: 'transit',
        title: 'Metro along the spine',
        text: 'The Red Line follows Sheikh Zayed Road past many offices. Elsewhere guests come by car, so look for parking.',
      },
      {
        kind: 'use',
        title: 'Present, pour coffee, sign',
        text: 'Investor meetings, perfume launches, automotive shoots and family gatherings in a proper majlis.',
      },
    ],
  },
  {
    slug: 'singapore',
    name: 'Singapore',
    country: 'Singapore',
    title: 'Singapore spaces, by the hour',
    description:
      'Shophouse studios, meeting rooms and show kitchens in Singapore. Step in from the heat, for an hour or for the day.',
    pictureAlt: 'Drawing of a roof terrace at dusk, shophouse roofs, palms and three joined towers',
    highlights: [
      {
        kind: 'area',
        title: 'Shophouses with a second life',
        text: 'Tiong Bahru, Joo Chiat and Chinatown keep their five-foot ways; upstairs are studios, kitchens and classrooms.',
      },
      {
        kind: 'light',
        title: 'Twelve even hours',
        text: 'The sun rises and sets near seven all year, so a call time holds in every month. Showers pass quickly.',
      },
      {
        kind: 'transit',
        title: 'MRT and a covered walkway',
        text: 'Most rooms are a sheltered walk from a station. Bus stops announce what the trains leave out.',
      },
      {
        kind: 'use',
        title: 'Workshops that start on time',
        text: 'Trainings, board meetings, baking classes and product tables, with air conditioning taken for granted.',
      },
    ],
  },
  {
    slug: 'mumbai',
    name: 'Mumbai',
    country: 'India',
    title: 'Mumbai spaces, by the hour',
    description:
      'Bandra bungalows, mill halls and rehearsal rooms in Mumbai. Rent a cool, quiet place to read, record or meet, hour by hour.',
    pictureAlt:
      'Drawing of a roof terrace over pastel houses and palms, a gateway and a dome by the sea',
    highlights: [
      {
        kind: 'area',
        title: 'Bandra, Lower Parel, Andheri',
        text: 'Cottages for writers’ rooms, mill sheds for stages, and studios beside the film lots.',
      },
      {
        kind: 'light',
        title: 'Winter sun, monsoon gray',
        text: 'From November to February the light is clear and kind. From June on plan indoors and ask about power backup.',
      },
      {
        kind: 'transit',
        title: 'Trains for distance, autos for the rest',
        text: 'The local lines run north to south. Choose a room near your guests’ line and miss the evening rush.',
      },
      {
        kind: 'use',
        title: 'Scripts, songs, stand-up',
        text: 'Table reads, auditions, voice recordings, sangeet rehearsals and open mics on Fridays.',
      },
    ],
  },
  {
    slug: 'bangkok',
    name: 'Bangkok',
    country: 'Thailand',
    title: 'Bangkok spaces, by the hour',
    description:
      'River lounges, garden studios and meeting rooms in Bangkok. Leave the traffic outside and rent the calm by the hour.',
    pictureAlt:
      'Drawing of a roof terrace at sunset, tiled roofs, palms and a temple tower by the river',
    highlights: [
      {
        kind: 'area',
        title: 'Charoenkrung to Ari',
        text: 'Galleries and warehouses by the river; leafy lanes with cafés, potteries and small studios up north.',
      },
      {
        kind: 'light',
        title: 'Cool season, clear mornings',
        text: 'November to February is easiest outdoors. For the rest of the year shoot early and keep afternoons under a roof.',
      },
      {
        kind: 'transit',
        title: 'By train above the traffic',
        text: 'BTS and MRT reach most rooms here, boats the river ones. A lane can be long: ask which exit is nearest.',
      },
      {
        kind: 'use',
        title: 'Retreats and shoots',
        text: 'Catalog days, cooking classes, yoga, and team meetings that end with noodles downstairs.',
      },
    ],
  },
]
