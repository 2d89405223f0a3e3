import type { City } from './city.ts'

export const asia: readonly City[] = [
  {
    slug: 'tokyo',
    name: 'Tokyo',
    country: 'Japan',
    title: 'Tokyo spaces, by the hour',
    description:
      'Rental studios, tatami rooms and quiet offices in Tokyo, each close to a station. Book by the hour and keep to the minute.',
    pictureAlt: 'Drawing of a roof terrace at dusk above dense lit houses and a lattice tower',
    highlights: {
      area: [
        'A station, a character',
        'Shibuya films, Marunouchi meets, Shimokitazawa rehearses, Yanaka sits down to tea.',
      ],
      light: [
        'Clear winters, early dusk',
        'Winter days are dry and bright. The sun sets before five in December and by seven even in June, so begin early.',
      ],
      transit: [
        'Ten minutes on foot from the line',
        'Trains are how everybody comes, and the last ones leave around midnight. Listings name the nearest station.',
      ],
      use: [
        'Small rooms, well equipped',
        'Language lessons, cosplay shoots, board games, interviews: compact rooms with everything where it belongs.',
      ],
    },
  },
  {
    slug: 'seoul',
    name: 'Seoul',
    country: 'South Korea',
    title: 'Seoul spaces, by the hour',
    description:
      'Dance practice rooms, hanok courtyards and studios in Seoul. Rent one for a rehearsal, a shoot or a meeting that needs a door.',
    pictureAlt: 'Drawing of a roof terrace over tiled roofs, mountains and a tower on the ridge',
    highlights: {
      area: [
        'Seongsu, Hongdae, Gangnam',
        'Shoe factories turned showrooms, practice rooms for dancers, and boardrooms south of the river.',
      ],
      light: [
        'Autumn is the season',
        'September and October bring high blue skies. In the summer monsoon choose a studio with its own lights.',
      ],
      transit: [
        'Count subway lines, not miles',
        'Line 2 circles through most of what you need. Taxis are plentiful once the trains stop.',
      ],
      use: [
        'Mirrors, cameras, action',
        'Choreography, pop-ups and product videos by day; study rooms and band practice after work.',
      ],
    },
  },
  {
    slug: 'shanghai',
    name: 'Shanghai',
    country: 'China',
    title: 'Shanghai spaces, by the hour',
    description:
      'Lane houses, banquet rooms above the river and creative parks in Shanghai. Rent a table or a whole hall by the hour.',
    pictureAlt:
      'Drawing of a roof terrace at night, the lit towers of the far bank across the river',
    highlights: {
      area: [
        'Plane trees or skyline',
        'The old French Concession has lane houses and ateliers; the Bund and Lujiazui have the view and the ballrooms.',
      ],
      light: [
        'Soft by day, neon by night',
        'Haze makes gentle portraits. After dark the towers light the room for you, so ask for a window on the river.',
      ],
      transit: [
        'One of the world’s great metros',
        'Stations are close everywhere inside the ring roads. Trains end before midnight; cars are easy to call.',
      ],
      use: [
        'Launches and lessons',
        'Product presentations, tea evenings, calligraphy classes and livestreams from small sets.',
      ],
    },
  },
  {
    slug: 'hong-kong',
    name: 'Hong Kong',
    country: 'Hong Kong',
    title: 'Hong Kong spaces, by the hour',
    description:
      'Harbor offices, industrial studios and roof decks in Hong Kong. Room is scarce here, which is why one rents it by the hour.',
    pictureAlt: 'Drawing of a roof terrace at dusk, slender towers along the harbor and dark hills',
    highlights: {
      area: [
        'Central, Kwun Tong, Wong Chuk Hang',
        'Boardrooms by the harbor; studios and ateliers with freight elevators in the old factory blocks.',
      ],
      light: [
        'Between towers and water',
        'High floors get harbor light all day. From spring on it is humid, so air conditioning is worth a filter.',
      ],
      transit: [
        'The MTR does it all',
        'Almost everything is one change away, trams and the Star Ferry are the pretty way, and hills have escalators.',
      ],
      use: [
        'The room you lack at home',
        'Music lessons, family parties, interviews, yoga at noon: a few square meters more, for a few hours.',
      ],
    },
  },
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
