import type { DemoSpace } from './space.ts'

export const unitedStatesCentre: DemoSpace[] = [
  {
    slug: 'fulton-market-kitchen',
    title: 'Test Kitchen at Fulton Market',
    description:
      'A cook’s kitchen built for cameras: the island faces the light, the sockets are where you need them and the oven is quiet. Pans, knives and plates for twelve are in the drawers. Ask for the overhead rig a day before.',
    type: 'kitchen', city: 'Chicago', price: 110, capacity: 16,
    amenities: ['Chef’s island', 'Gas range', 'Cookware for twelve', 'Overhead camera rig', 'Dishwasher', 'Wi-Fi'],
    policy: 'moderate', host: 'maya', mark: 'popular', scene: 'kitchen', mood: 'morning', palette: 'ocean', pictures: 3,
  },
  {
    slug: 'logan-square-ballroom',
    title: 'Logan Square Ballroom',
    description:
      'Built in 1912 for a dancing club, and the floor remembers. Round tables for ten under three rows of string lights, with a stage corner for a band. The neighbours expect it to be over by midnight.',
    type: 'event-venue', city: 'Chicago', price: 290, capacity: 150,
    amenities: ['Round tables', 'Dance floor', 'Sound system', 'Bar', 'Dressing room', 'Parking'],
    policy: 'strict', host: 'sofia', scene: 'event-hall', mood: 'golden', palette: 'plum', pictures: 3,
  },
  {
    slug: 'river-north-deep-work',
    title: 'Deep Work in River North',
    description:
      'Slatted oak, carpet that hushes and a view of the river from every desk. Made for the last week before a deadline. There is a sofa, and nobody will judge you for using it.',
    type: 'office', city: 'Chicago', price: 55, capacity: 10,
    amenities: ['Monitors', 'River view', 'Phone booth', 'Kitchen', 'Fast Wi-Fi'],
    policy: 'flexible', host: 'kenji', scene: 'office', mood: 'dusk', palette: 'terracotta', pictures: 2,
  },
  {
    slug: 'montrose-dance-house',
    title: 'Montrose Dance House',
    description:
      'Sprung maple floor, a wall of mirrors and a piano that is tuned every month. Morning light comes in low across the floor, which is why the photographers come too. Shoes off, please.',
    type: 'dance-studio', city: 'Houston', price: 52, capacity: 24,
    amenities: ['Sprung floor', 'Mirrors and barre', 'Piano', 'Sound system', 'Changing room', 'Air conditioning'],
    policy: 'flexible', host: 'maya', scene: 'dance-studio', mood: 'morning', palette: 'linen', pictures: 3,
  },
  {
    slug: 'bayou-lecture-room',
    title: 'Lecture Room by the Bayou',
    description:
      'Thirty-two chairs, a low stage and a screen you can read from the last row. Hearing loop, lectern and two good microphones are part of the price. Oak trees stand right outside the window.',
    type: 'studio', city: 'Houston', price: 65, capacity: 40,
    amenities: ['Stage', 'Projection', 'Microphones', 'Hearing loop', 'Parking', 'Step-free entrance'],
    policy: 'moderate', host: 'sofia', mark: 'greatValue', scene: 'classroom', mood: 'noon', palette: 'sage', pictures: 2,
  },
  {
    slug: 'deep-ellum-sound-room',
    title: 'Deep Ellum Sound Room',
    description:
      'Drums are set up, the desk is warm, the guitars are in tune. A live room with wooden slats and felt where it matters, plus a sofa for whoever is waiting for their take. Bring your own sticks.',
    type: 'recording-studio', city: 'Dallas', price: 88, capacity: 10,
    amenities: ['Drum kit', 'Mixing desk', 'Upright piano', 'Acoustic treatment', 'Lounge corner', 'Parking'],
    policy: 'moderate', host: 'kenji', scene: 'recording-studio', mood: 'dusk', palette: 'moss', pictures: 3,
  },
  {
    slug: 'dallas-design-district-terrace',
    title: 'Sky Deck, Design District',
    description:
      'An open deck on the eleventh floor with deep sofas and a view of the ball that lights up at night. Forty people stand well, twenty sit well. When a storm comes we move you indoors at no charge.',
    type: 'rooftop', city: 'Dallas', price: 160, capacity: 40,
    amenities: ['Skyline view', 'Lounge seating', 'Bar', 'Rain plan included', 'Lift'],
    policy: 'moderate', host: 'maya', mark: 'popular', scene: 'terrace', mood: 'golden', palette: 'citrus', pictures: 3,
  },
  {
    slug: 'pearl-district-clay-house',
    title: 'Clay House at the Pearl',
    description:
      'Three wheels, a slab table and shelves where your bowls may dry until you come back. Firing happens on Wednesdays. First-timers are welcome; we leave a card with the three things to know.',
    type: 'workshop', city: 'San Antonio', price: 38, capacity: 9,
    amenities: ['Pottery wheels', 'Kiln', 'Glazes', 'Aprons', 'Natural light'],
    policy: 'flexible', host: 'sofia', mark: 'greatValue', scene: 'workshop', mood: 'morning', palette: 'sand', pictures: 3,
  },
  {
    slug: 'king-william-parlor',
    title: 'King William Parlor',
    description:
      'A parlour in an 1880s house with tall windows, two sofas and a table for eight under brass lamps. Bridal mornings, family portraits and Sunday meetings of all kinds. The porch is included.',
    type: 'loft', city: 'San Antonio', price: 62, capacity: 22,
    amenities: ['Natural light', 'Porch', 'Kitchen', 'Dressing corner', 'Parking'],
    policy: 'moderate', host: 'maya', scene: 'loft', mood: 'morning', palette: 'blush', pictures: 2,
  },
]
