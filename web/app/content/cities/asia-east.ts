import type { City } from './city.ts'

export const asiaEast: readonly City[] = [
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
]
