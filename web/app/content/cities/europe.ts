import type { City } from './city.ts'

export const europe: readonly City[] = [
  {
    slug: 'london',
    name: 'London',
    country: 'United Kingdom',
    title: 'London spaces, by the hour',
    description:
      'Railway arches, Georgian boardrooms and daylight studios in London. Book them by the hour, a short walk from the Tube.',
    pictureAlt:
      'Drawing of a roof terrace over brick houses, a clock tower, a dome and a glass spire',
    highlights: {
      area: [
        'A village for every trade',
        'Clerkenwell designs, Soho edits, Hackney builds sets, Bermondsey hangs pictures under the arches.',
      ],
      light: [
        'Soft skies, big rooflights',
        'An overcast day is a free softbox. In December it is dark by four, so start shoots in the morning.',
      ],
      transit: [
        'Pick a train line, not a district',
        'Rooms on the Elizabeth or Victoria line are within reach of everybody. Ask about the Congestion Charge before you bring a van.',
      ],
      use: [
        'An hour is often enough',
        'Auditions, client reviews, supervision sessions, supper clubs: rent the room without the membership.',
      ],
    },
  },
  {
    slug: 'paris',
    name: 'Paris',
    country: 'France',
    title: 'Paris spaces, by the hour',
    description:
      'Ateliers, salons and courtyard offices in Paris. Rent parquet, tall windows and a little quiet for exactly as long as you need.',
    pictureAlt:
      'Drawing of a roof terrace over gray mansard roofs, an iron lattice tower at sunset',
    highlights: {
      area: [
        'Behind the carriage gates',
        'The Marais and the faubourgs hide their ateliers in courtyards: quiet, though a boulevard passes outside.',
      ],
      light: [
        'North light, by design',
        'Belleville and Montparnasse were built for painters. Their glass fronts still give the kindest light in town.',
      ],
      transit: [
        'A Métro stop is never far',
        'Most rooms are a few minutes from a station. Old buildings may lack an elevator, so read the listing before you bring a piano.',
      ],
      use: [
        'Shows, shoots, soirées',
        'Showrooms in fashion weeks, castings before them, readings and dinners for the rest of the year.',
      ],
    },
  },
  {
    slug: 'berlin',
    name: 'Berlin',
    country: 'Germany',
    title: 'Berlin spaces, by the hour',
    description:
      'Factory floors, courtyards and rehearsal rooms in Berlin. Plenty of space and plain terms, rented by the hour.',
    pictureAlt:
      'Drawing of a roof terrace over red roofs and trees, a dome and a tower with a sphere',
    highlights: {
      area: [
        'Look in the second courtyard',
        'Kreuzberg, Neukölln and Wedding keep their workshops in Hinterhöfe: brick, freight elevators and patient neighbors.',
      ],
      light: [
        'High ceilings, long summers',
        'Old buildings catch light deep into the room, and June evenings last. In winter plan around the short day.',
      ],
      transit: [
        'Inside the Ring',
        'S-Bahn and U-Bahn cover it; most guests come by bicycle. On weekend nights the trains run through.',
      ],
      use: [
        'Loud or silent',
        'Bands, dancers and developers share this city. Listings say which rooms may be loud and until when.',
      ],
    },
  },
  {
    slug: 'amsterdam',
    name: 'Amsterdam',
    country: 'Netherlands',
    title: 'Amsterdam spaces, by the hour',
    description:
      'Canal-house salons, shipyard studios and small meeting rooms in Amsterdam. Come by bicycle, stay for the hours you booked.',
    pictureAlt:
      'Drawing of a roof terrace over stepped gables and trees, a church tower and a windmill',
    highlights: {
      area: [
        'Canals or shipyards',
        'The belt has salons with stucco ceilings; across the IJ, Noord and the NDSM yard have halls you can drive into.',
      ],
      light: [
        'Painters’ light',
        'Tall windows, low sun and water that throws it back. Canal rooms glow in the late afternoon.',
      ],
      transit: [
        'Bikes first, then trams',
        'The ferry to Noord is free and runs day and night. Stairs in canal houses are steep: look for step-free rooms in the listing.',
      ],
      use: [
        'Small groups, good tables',
        'Off-sites for ten, tastings, product photographs, book launches with the windows open.',
      ],
    },
  },
  {
    slug: 'barcelona',
    name: 'Barcelona',
    country: 'Spain',
    title: 'Barcelona spaces, by the hour',
    description:
      'Tiled apartments, Poblenou warehouses and terraces with a view of the sea in Barcelona. Rent the hours between siesta and supper, or any others.',
    pictureAlt:
      'Drawing of a roof terrace over tiled roofs and palms, the spires of a basilica behind',
    highlights: {
      area: [
        'Eixample or Poblenou',
        'Hydraulic tiles and galleried apartments in the grid; mills with roller doors and studios toward the beach.',
      ],
      light: [
        'Bright until late',
        'Sea light in the morning, long shade in the courtyards at noon, and roofs that are best in the last hour.',
      ],
      transit: [
        'Flat, short distances',
        'Metro and bicycle do for nearly everything, and the airport train stops at Passeig de Gràcia.',
      ],
      use: [
        'Campaigns and gatherings',
        'Catalogs, sample sales, team days around the big fairs, and dinners that begin at nine.',
      ],
    },
  },
]
