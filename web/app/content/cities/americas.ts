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
    highlights: [
      {
        kind: 'area',
        title: 'Brick west, glass south',
        text: 'Queen West and Liberty Village keep the old factories; the waterfront and King Street have the boardrooms.',
      },
      {
        kind: 'light',
        title: 'Long evenings in June',
        text: 'Summer light lasts past nine. In winter book studios before three, or choose one with lights of its own.',
      },
      {
        kind: 'transit',
        title: 'By streetcar, whatever the snow',
        text: 'The 501 and 504 pass more studios than any taxi rank, and Union Station gathers everybody else.',
      },
      {
        kind: 'use',
        title: 'Film, talks, long tables',
        text: 'Crews rehearse here, communities gather here, and supper clubs fill Sunday nights.',
      },
    ],
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
    highlights: [
      {
        kind: 'area',
        title: 'Roma, Condesa, Juárez',
        text: 'Art-nouveau houses with inner courtyards, now studios and dining rooms. Walkable from one to the next.',
      },
      {
        kind: 'light',
        title: 'Highland light',
        text: 'The sun stands strong at this height. Courtyards soften it; in the rainy months plan outdoor hours for the morning.',
      },
      {
        kind: 'transit',
        title: 'Metro, Metrobús, on foot',
        text: 'Avenida Insurgentes joins most of it. Allow for traffic after six and choose a room near your guests.',
      },
      {
        kind: 'use',
        title: 'Made to be photographed',
        text: 'Tiles, volcanic stone and color for fashion and food; terraces for launches; quiet patios for interviews.',
      },
    ],
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
    highlights: [
      {
        kind: 'area',
        title: 'From Paulista to Vila Madalena',
        text: 'Boardrooms along the avenue; lanes of ateliers, galleries and houses with gardens down the hill.',
      },
      {
        kind: 'light',
        title: 'Modernist windows',
        text: 'Concrete, ribbon glass and courtyards give even light. Summer storms tend to come in late afternoon.',
      },
      {
        kind: 'transit',
        title: 'Follow the green line',
        text: 'The metro beats the traffic by far. Rooms near Line 2 or Line 4 spare your guests an hour in a car.',
      },
      {
        kind: 'use',
        title: 'Work first, then dinner',
        text: 'Ad shoots, workshops and music by day; long tables, samba rehearsals and book evenings after dark.',
      },
    ],
  },
]
