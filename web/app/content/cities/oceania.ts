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
    highlights: [
      {
        kind: 'area',
        title: 'Harbor, terraces, warehouses',
        text: 'Circular Quay for the view, Surry Hills for studios in old terraces, Marrickville for floors you may paint on.',
      },
      {
        kind: 'light',
        title: 'Strong sun, long shadows',
        text: 'Noon light is hard for most of the year. Harbor rooms are at their best before ten and after four.',
      },
      {
        kind: 'transit',
        title: 'Ferry, train or light rail',
        text: 'Central and the Quay gather most lines. Street parking is scarce in the inner suburbs, so ask for a loading spot.',
      },
      {
        kind: 'use',
        title: 'Mornings at work, evenings out',
        text: 'Swimwear campaigns, tastings, off-sites with doors open, and birthdays on a deck.',
      },
    ],
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
    highlights: [
      {
        kind: 'area',
        title: 'Laneways and north of the river',
        text: 'The city keeps galleries up its stairs; Fitzroy, Collingwood and Brunswick have the workshops and the bands.',
      },
      {
        kind: 'light',
        title: 'Four seasons in a day',
        text: 'Pack a plan B for outdoors. Sawtooth roofs in the old factories give steady light whatever blows in.',
      },
      {
        kind: 'transit',
        title: 'Trams to the door',
        text: 'Lines 19, 86 and 96 pass many studios, and rides in the central Free Tram Zone cost nothing.',
      },
      {
        kind: 'use',
        title: 'Hands-on things',
        text: 'Screen printing, pottery, play readings, coffee cuppings, and shows that hang for a weekend.',
      },
    ],
  },
]
