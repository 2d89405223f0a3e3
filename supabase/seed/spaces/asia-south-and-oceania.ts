import type { DemoSpace } from './space.ts'

export const asiaSouthAndOceania: DemoSpace[] = [
  {
    slug: 'bandra-creative-loft',
    title: 'Bandra Creative Loft',
    description:
      'A bungalow floor with cane chairs, sea air and a table where scripts get finished. Table reads, interviews, small screenings. Chai arrives at four without anybody asking.',
    type: 'loft', city: 'Mumbai', price: 26, capacity: 20,
    amenities: ['Dining table', 'Sofa set', 'Chai at four', 'Wi-Fi', 'Air conditioning'],
    policy: 'flexible', host: 'sofia', mark: 'greatValue', scene: 'loft', mood: 'dusk', palette: 'citrus', pictures: 2,
  },
  {
    slug: 'lower-parel-talk-hall',
    title: 'Talk Hall in Lower Parel',
    description:
      'A mill shed with a stage, four rows of chairs and a ceiling fan the size of a small plane. Meet-ups, lectures and stand-up on Fridays. Step-free from the street to the stage.',
    type: 'studio', city: 'Mumbai', price: 38, capacity: 45,
    amenities: ['Stage', 'Projection', 'Microphones', 'Step-free entrance', 'Parking'],
    policy: 'moderate', host: 'maya', scene: 'classroom', mood: 'golden', palette: 'jade', pictures: 2,
  },
  {
    slug: 'ubud-terrace-pavilion',
    title: 'Rice Terrace Pavilion, Ubud',
    description:
      'A teak deck over green steps of rice, with a pool the colour of the sky. Retreat mornings, small weddings, slow lunches for ten. Rain is part of it, and there is a roof for that.',
    type: 'event-venue', city: 'Bali', price: 70, capacity: 40,
    amenities: ['Rice terrace view', 'Pool', 'Yoga mats', 'Catering on request', 'Parking'],
    policy: 'moderate', host: 'sofia', mark: 'featured', scene: 'terrace', mood: 'morning', palette: 'jade', pictures: 3,
  },
  {
    slug: 'canggu-movement-shala',
    title: 'Movement Shala in Canggu',
    description:
      'An airy hall of arches and old teak, two fields from the sea. Yoga at seven, dance at five, and silence in between. Mats and blocks for twenty are on the shelf.',
    type: 'dance-studio', city: 'Bali', price: 24, capacity: 26,
    amenities: ['Teak floor', 'Mirrors', 'Yoga mats', 'Sound system', 'Garden'],
    policy: 'flexible', host: 'sofia', mark: 'greatValue', scene: 'dance-studio', mood: 'morning', palette: 'sand', pictures: 2,
  },
  {
    slug: 'menteng-garden-office',
    title: 'Garden Office in Menteng',
    description:
      'A villa office with fast fibre, a generator that has never been needed and a garden for the calls you take on foot. Lunch is cooked in the house on weekdays.',
    type: 'office', city: 'Jakarta', price: 30, capacity: 12,
    amenities: ['Monitors', 'Garden', 'Lunch on weekdays', 'Fast Wi-Fi', 'Parking', 'Air conditioning'],
    policy: 'flexible', host: 'kenji', scene: 'office', mood: 'morning', palette: 'jade', pictures: 2,
  },
  {
    slug: 'surry-hills-photo-terrace',
    title: 'Terrace House Studio, Surry Hills',
    description:
      'Three storeys, one of them entirely white. Paper backdrops, a freestanding mirror and a courtyard fig that filters the noon sun. Street parking with the pass on the hook.',
    type: 'photo-space', city: 'Sydney', price: 110, capacity: 15,
    amenities: ['Natural light', 'Backdrops', 'Courtyard', 'Make-up mirror', 'Parking pass'],
    policy: 'moderate', host: 'maya', mark: 'popular', scene: 'photo-studio', mood: 'noon', palette: 'citrus', pictures: 3,
  },
  {
    slug: 'circular-quay-harbour-deck',
    title: 'Harbour Deck at Circular Quay',
    description:
      'Sails to the right, bridge to the left, ferries in between. A timber deck with sofas and a long table, sheltered from the southerly by glass. New Year’s Eve is taken until 2031.',
    type: 'rooftop', city: 'Sydney', price: 320, capacity: 50,
    amenities: ['Harbour view', 'Long table', 'Lounge seating', 'Wind shelter', 'Bar'],
    policy: 'strict', host: 'sofia', mark: 'featured', scene: 'terrace', mood: 'noon', palette: 'nordic', pictures: 3,
  },
  {
    slug: 'newtown-record-room',
    title: 'Record Room in Newtown',
    description:
      'A listening bar by night and a hire room by day, with two turntables and a wall of bottles. Album launches, playlists with friends, podcasts with an audience of thirty.',
    type: 'lounge', city: 'Sydney', price: 98, capacity: 45,
    amenities: ['Turntables', 'Bar', 'Sound system', 'Stage corner', 'Step-free entrance'],
    policy: 'flexible', host: 'kenji', scene: 'lounge', mood: 'noon', palette: 'moss', pictures: 2,
  },
  {
    slug: 'fitzroy-gallery-lane',
    title: 'Laneway Gallery in Fitzroy',
    description:
      'Polished floor, honest walls and a roller door onto the lane so that the opening can spill outside. Students get Mondays at half the price; ask us.',
    type: 'gallery', city: 'Melbourne', price: 75, capacity: 55,
    amenities: ['Hanging rails', 'Track lighting', 'Roller door', 'Bench seating', 'Wi-Fi'],
    policy: 'moderate', host: 'maya', scene: 'gallery', mood: 'golden', palette: 'nordic', pictures: 2,
  },
  {
    slug: 'brunswick-print-workshop',
    title: 'Woodshop and Weave in Brunswick',
    description:
      'Benches with vices, a pair of floor looms and light from a saw-tooth roof. Book a bench or the whole shed. Somebody who knows the tools is always within earshot.',
    type: 'workshop', city: 'Melbourne', price: 54, capacity: 12,
    amenities: ['Workbenches', 'Floor looms', 'Hand tools', 'Dust extraction', 'Kitchenette'],
    policy: 'flexible', host: 'maya', mark: 'greatValue', scene: 'workshop', mood: 'noon', palette: 'concrete', pictures: 2,
  },
]
