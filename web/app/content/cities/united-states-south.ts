import type { City } from './city.ts'

const country = 'United States'

export const unitedStatesSouth: readonly City[] = [
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
]
