import type { DemoSpace } from './space.ts'

export const latinAmerica: DemoSpace[] = [
  {
    slug: 'roma-norte-art-patio',
    title: 'Painter’s Room in Roma Norte',
    description:
      'Behind a jacaranda and a blue door: a tall room with terracotta walls and light from the patio. Workshops here start with coffee and end with a shared table. Materials for ten are on the shelves.',
    type: 'creative-space',
    city: 'Mexico City',
    price: 28,
    capacity: 12,
    amenities: ['Easels', 'Patio', 'Materials included', 'Coffee', 'Wi-Fi'],
    policy: 'flexible',
    host: 'sofia',
    mark: 'greatValue',
    pictures: 5,
  },
  {
    slug: 'condesa-sky-terrace',
    title: 'Condesa Sky Terrace',
    description:
      'Above the treetops of Parque México with a long table for ten and the volcanoes on a clear day. Neighbors downstairs run a mezcal bar and will happily come up.',
    type: 'rooftop',
    city: 'Mexico City',
    price: 75,
    capacity: 40,
    amenities: ['Park view', 'Long table', 'String lights', 'Bar service', 'Grill'],
    policy: 'moderate',
    host: 'sofia',
    mark: 'popular',
    pictures: 5,
  },
  {
    slug: 'vila-madalena-live-room',
    title: 'Live Room in Vila Madalena',
    description:
      'Samba, jazz and one very patient engineer next door. Upright piano, drums and a pair of ribbon microphones on stands; the walls are cork and local jatobá wood.',
    type: 'recording-studio',
    city: 'Sao Paulo',
    price: 34,
    capacity: 12,
    amenities: [
      'Upright piano',
      'Drum kit',
      'Ribbon microphones',
      'Engineer on request',
      'Air conditioning',
    ],
    policy: 'moderate',
    host: 'kenji',
    pictures: 5,
  },
  {
    slug: 'jardins-supper-loft',
    title: 'Supper Loft in Jardins',
    description:
      'Herringbone floor, a deep sofa and a table for six under woven lamps, twelve floors above the avenue. Chefs use it for tasting nights, brands for small dinners with good photographs.',
    type: 'loft',
    city: 'Sao Paulo',
    price: 48,
    capacity: 18,
    amenities: ['Dining table', 'Kitchen', 'City view', 'Sound system', 'Concierge'],
    policy: 'moderate',
    host: 'sofia',
    pictures: 2,
  },
]
