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
    highlights: {
      area: [
        'Warehouses and towers',
        'Alserkal Avenue and Al Quoz for art and cameras, DIFC for suits, the Creek for old houses with wind towers.',
      ],
      light: [
        'Two golden hours a day',
        'Noon is harsh, and outdoors is a winter matter. Book dawn or dusk, and a blackout studio for the rest.',
      ],
      transit: [
        'Metro along the spine',
        'The Red Line follows Sheikh Zayed Road past many offices. Elsewhere guests come by car, so look for parking.',
      ],
      use: [
        'Present, pour coffee, sign',
        'Investor meetings, perfume launches, automotive shoots and family gatherings in a proper majlis.',
      ],
    },
  },
  {
    slug: 'singapore',
    name: 'Singapore',
    country: 'Singapore',
    title: 'Singapore spaces, by the hour',
    description:
      'Shophouse studios, meeting rooms and show kitchens in Singapore. Step in from the heat, for an hour or for the day.',
    pictureAlt: 'Drawing of a roof terrace at dusk, shophouse roofs, palms and three joined towers',
    highlights: {
      area: [
        'Shophouses with a second life',
        'Tiong Bahru, Joo Chiat and Chinatown keep their five-foot ways; upstairs are studios, kitchens and classrooms.',
      ],
      light: [
        'Twelve even hours',
        'The sun rises and sets near seven all year, so a call time holds in every month. Showers pass quickly.',
      ],
      transit: [
        'MRT and a covered walkway',
        'Most rooms are a sheltered walk from a station. Bus stops announce what the trains leave out.',
      ],
      use: [
        'Workshops that start on time',
        'Trainings, board meetings, baking classes and product tables, with air conditioning taken for granted.',
      ],
    },
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
    highlights: {
      area: [
        'Bandra, Lower Parel, Andheri',
        'Cottages for writers’ rooms, mill sheds for stages, and studios beside the film lots.',
      ],
      light: [
        'Winter sun, monsoon gray',
        'From November to February the light is clear and kind. From June on plan indoors and ask about power backup.',
      ],
      transit: [
        'Trains for distance, autos for the rest',
        'The local lines run north to south. Choose a room near your guests’ line and miss the evening rush.',
      ],
      use: [
        'Scripts, songs, stand-up',
        'Table reads, auditions, voice recordings, sangeet rehearsals and open mics on Fridays.',
      ],
    },
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
    highlights: {
      area: [
        'Charoenkrung to Ari',
        'Galleries and warehouses by the river; leafy lanes with cafés, potteries and small studios up north.',
      ],
      light: [
        'Cool season, clear mornings',
        'November to February is easiest outdoors. For the rest of the year shoot early and keep afternoons under a roof.',
      ],
      transit: [
        'By train above the traffic',
        'BTS and MRT reach most rooms here, boats the river ones. A lane can be long: ask which exit is nearest.',
      ],
      use: [
        'Retreats and shoots',
        'Catalog days, cooking classes, yoga, and team meetings that end with noodles downstairs.',
      ],
    },
  },
]
