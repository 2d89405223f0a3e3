import type { City } from './city.ts'

const country = 'Australia'

export const oceania: readonly City[] = [
  {
    slug: 'sydney',
    name: 'Sydney',
    country,
    title: 'Sydney spaces, by the hour',
    description:
      'Harbor decks, terrace-house studios and warehouses in Sydney. Rent them by the hour and be at the beach afterwards.',
    pictureAlt:
      'Drawing of a roof terrace by blue water, white sails and an arched bridge before towers',
    highlights: {
      area: [
        'Harbor, terraces, warehouses',
        'Circular Quay for the view, Surry Hills for studios in old terraces, Marrickville for floors you may paint on.',
      ],
      light: [
        'Strong sun, long shadows',
        'Noon light is hard for most of the year. Harbor rooms are at their best before ten and after four.',
      ],
      transit: [
        'Ferry, train or light rail',
        'Central and the Quay gather most lines. Street parking is scarce in the inner suburbs, so ask for a loading spot.',
      ],
      use: [
        'Mornings at work, evenings out',
        'Swimwear campaigns, tastings, off-sites with doors open, and birthdays on a deck.',
      ],
    },
  },
  {
    slug: 'melbourne',
    name: 'Melbourne',
    country,
    title: 'Melbourne spaces, by the hour',
    description:
      'Laneway galleries, print workshops and rehearsal rooms in Melbourne. Book by the hour, arrive by tram.',
    pictureAlt:
      'Drawing of a roof terrace over brick houses and round trees, a spire among pale towers',
    highlights: {
      area: [
        'Laneways and north of the river',
        'The city keeps galleries up its stairs; Fitzroy, Collingwood and Brunswick have the workshops and the bands.',
      ],
      light: [
        'Four seasons in a day',
        'Pack a plan B for outdoors. Sawtooth roofs in the old factories give steady light whatever blows in.',
      ],
      transit: [
        'Trams to the door',
        'Lines 19, 86 and 96 pass many studios, and rides in the central Free Tram Zone cost nothing.',
      ],
      use: [
        'Hands-on things',
        'Screen printing, pottery, play readings, coffee cuppings, and shows that hang for a weekend.',
      ],
    },
  },
]
