import type { City } from './city.ts'

export const americas: readonly City[] = [
  {
    slug: 'toronto',
    name: 'Toronto',
    country: 'Canada',
    title: 'Toronto spaces, by the hour',
    description:
      'Brick lofts, studios and meeting rooms in Toronto, most of them along a streetcar line. Rent one for an hour or for the whole evening.',
    pictureAlt:
      'Drawing of a roof terrace at dusk, brick gables, lit towers and a tall slender tower',
    highlights: {
      area: [
        'Brick west, glass south',
        'Queen West and Liberty Village keep the old factories; the waterfront and King Street have the boardrooms.',
      ],
      light: [
        'Long evenings in June',
        'Summer light lasts past nine. In winter book studios before three, or choose one with lights of its own.',
      ],
      transit: [
        'By streetcar, whatever the snow',
        'The 501 and 504 pass more studios than any taxi rank, and Union Station gathers everybody else.',
      ],
      use: [
        'Film, talks, long tables',
        'Crews rehearse here, communities gather here, and supper clubs fill Sunday nights.',
      ],
    },
  },
  {
    slug: 'mexico-city',
    name: 'Mexico City',
    country: 'Mexico',
    title: 'Mexico City spaces, by the hour',
    description:
      'Roof terraces, galleries and workshops in Mexico City, from Roma to Coyoacán. High, bright and easy to rent by the hour.',
    pictureAlt:
      'Drawing of a roof terrace over colorful houses, a winged column and a dome before hills',
    locations: ['Mexico City', 'Ciudad de México', 'Ciudad de Mexico', 'CDMX'],
    highlights: {
      area: [
        'Roma, Condesa, Juárez',
        'Art-nouveau houses with inner courtyards, now studios and dining rooms. Walkable from one to the next.',
      ],
      light: [
        'Highland light',
        'The sun stands strong at this height. Courtyards soften it; in the rainy months plan outdoor hours for the morning.',
      ],
      transit: [
        'Metro, Metrobús, on foot',
        'Avenida Insurgentes joins most of it. Allow for traffic after six and choose a room near your guests.',
      ],
      use: [
        'Made to be photographed',
        'Tiles, volcanic stone and color for fashion and food; terraces for launches; quiet patios for interviews.',
      ],
    },
  },
  {
    slug: 'sao-paulo',
    name: 'São Paulo',
    country: 'Brazil',
    title: 'São Paulo spaces, by the hour',
    description:
      'Studios, concrete houses and meeting rooms in São Paulo. Rent a calm room in the middle of it all, hour by hour.',
    pictureAlt: 'Drawing of a roof terrace at dusk, dense lit towers behind trees and palms',
    locations: ['São Paulo', 'Sao Paulo'],
    highlights: {
      area: [
        'From Paulista to Vila Madalena',
        'Boardrooms along the avenue; lanes of ateliers, galleries and houses with gardens down the hill.',
      ],
      light: [
        'Modernist windows',
        'Concrete, ribbon glass and courtyards give even light. Summer storms tend to come in late afternoon.',
      ],
      transit: [
        'Follow the green line',
        'The metro beats the traffic by far. Rooms near Line 2 or Line 4 spare your guests an hour in a car.',
      ],
      use: [
        'Work first, then dinner',
        'Ad shoots, workshops and music by day; long tables, samba rehearsals and book evenings after dark.',
      ],
    },
  },
]
