import type { DemoSpace } from './space.ts'

export const unitedStatesWest: DemoSpace[] = [
  {
    slug: 'arts-district-daylight-studio',
    title: 'Arts District Daylight Studio',
    description:
      'Poured concrete, arched glass and a cyclorama of paper in twelve colours. The sun walks across the room from ten to four, and the blinds are on motors. Load in from the alley at street level.',
    type: 'photo-space', city: 'Los Angeles', price: 135, capacity: 25,
    amenities: ['Natural light', 'Paper in twelve colours', 'Street-level loading', 'Make-up table', 'Strobe kit', 'Parking'],
    policy: 'moderate', host: 'maya', mark: 'featured', scene: 'photo-studio', mood: 'golden', palette: 'blush', pictures: 3,
  },
  {
    slug: 'silver-lake-hillside-deck',
    title: 'Hillside Deck and Pool, Silver Lake',
    description:
      'A pool, a row of loungers and the observatory on the ridge across the valley. Shoots by day, dinners by night; the deck lights dim from your phone. Amplified sound ends at ten.',
    type: 'rooftop', city: 'Los Angeles', price: 240, capacity: 35,
    amenities: ['Pool', 'Hill view', 'Loungers', 'Outdoor shower', 'Deck lighting', 'Parking'],
    policy: 'strict', host: 'sofia', mark: 'featured', scene: 'terrace', mood: 'morning', palette: 'ocean', pictures: 3,
  },
  {
    slug: 'echo-park-podcast-den',
    title: 'Echo Park Podcast Den',
    description:
      'A padded room behind a record shop with a neon wave on the wall. Up to four voices on separate tracks, delivered as files before you have left the block. Cold brew is in the fridge.',
    type: 'podcast-studio', city: 'Los Angeles', price: 60, capacity: 5,
    amenities: ['Four microphones', 'Multitrack recording', 'Acoustic panels', 'Neon backdrop', 'Fridge'],
    policy: 'flexible', host: 'kenji', mark: 'popular', scene: 'podcast-studio', mood: 'night', palette: 'charcoal', pictures: 2,
  },
  {
    slug: 'culver-rehearsal-floor',
    title: 'Culver City Rehearsal Floor',
    description:
      'Seven metres by eight of clean oak, mirrors that slide away and a ceiling high enough for lifts. Casting calls book the front hour, companies take the rest of the day.',
    type: 'dance-studio', city: 'Los Angeles', price: 78, capacity: 30,
    amenities: ['Sprung floor', 'Sliding mirrors', 'Sound system', 'Waiting area', 'Parking'],
    policy: 'flexible', host: 'maya', scene: 'dance-studio', mood: 'golden', palette: 'terracotta', pictures: 2,
  },
  {
    slug: 'north-park-maker-room',
    title: 'North Park Maker Room',
    description:
      'Two heavy benches, hand tools on the wall and looms by the window. Rent it to build one thing well, or to teach eight people how. Sawdust stays here, that is what the broom is for.',
    type: 'workshop', city: 'San Diego', price: 45, capacity: 10,
    amenities: ['Workbenches', 'Hand tools', 'Looms', 'Dust extraction', 'Parking'],
    policy: 'flexible', host: 'maya', scene: 'workshop', mood: 'golden', palette: 'citrus', pictures: 2,
  },
  {
    slug: 'harbor-view-boardroom',
    title: 'Harbor View Boardroom',
    description:
      'A table for eight with sails passing behind whoever is presenting. The glass is shaded, the screen is bright and lunch comes from the market hall downstairs.',
    type: 'meeting-room', city: 'San Diego', price: 68, capacity: 8,
    amenities: ['Harbor view', 'Video conferencing', 'Whiteboard', 'Catering on request', 'Wi-Fi'],
    policy: 'flexible', host: 'kenji', scene: 'meeting-room', mood: 'morning', palette: 'citrus', pictures: 2,
  },
  {
    slug: 'sunset-cliffs-gathering-house',
    title: 'Gathering House near Sunset Cliffs',
    description:
      'White arches, palms in pots and long tables that catch the last sun of the day. Weddings of fifty, company dinners of eighty. The ocean is a four-minute walk for the photographs.',
    type: 'event-venue', city: 'San Diego', price: 260, capacity: 90,
    amenities: ['Tables and chairs', 'Catering kitchen', 'Sound system', 'Garden', 'Parking', 'Step-free entrance'],
    policy: 'strict', host: 'sofia', mark: 'popular', scene: 'event-hall', mood: 'noon', palette: 'sand', pictures: 3,
  },
  {
    slug: 'roosevelt-row-studio',
    title: 'Roosevelt Row Paint Room',
    description:
      'Desert light is honest light, and this room has plenty of it. Easels, a long trestle and a cat who belongs to the house. First Friday is always booked early.',
    type: 'creative-space', city: 'Phoenix', price: 36, capacity: 12,
    amenities: ['Easels', 'Natural light', 'Sink', 'Air conditioning', 'Parking'],
    policy: 'flexible', host: 'sofia', mark: 'greatValue', scene: 'art-studio', mood: 'golden', palette: 'sage', pictures: 3,
  },
  {
    slug: 'camelback-desert-terrace',
    title: 'Camelback Desert Terrace',
    description:
      'Cactus in clay pots, a fire bowl and mountains that turn violet at six. The evenings are why you come; from June to August we open at seven in the morning instead of noon.',
    type: 'rooftop', city: 'Phoenix', price: 125, capacity: 30,
    amenities: ['Mountain view', 'Fire bowl', 'Outdoor kitchen', 'Misting fans', 'Parking'],
    policy: 'moderate', host: 'maya', scene: 'terrace', mood: 'dusk', palette: 'sand', pictures: 2,
  },
  {
    slug: 'santana-row-team-office',
    title: 'Team Office near Santana Row',
    description:
      'Desks for ten with two screens each, a whiteboard as wide as the wall and plants that are looked after by somebody else. Founders use it for sprints; one of them left us the espresso machine.',
    type: 'office', city: 'San Jose', price: 64, capacity: 14,
    amenities: ['Dual monitors', 'Whiteboard wall', 'Espresso machine', 'Phone booth', 'EV charging', 'Fast Wi-Fi'],
    policy: 'flexible', host: 'kenji', mark: 'popular', scene: 'office', mood: 'morning', palette: 'sage', pictures: 3,
  },
  {
    slug: 'japantown-demo-hall',
    title: 'Japantown Demo Hall',
    description:
      'A small theatre for product demos, film nights and community meetings, with a stage one step high so that nobody feels far away. Streaming gear is rigged and labelled.',
    type: 'studio', city: 'San Jose', price: 85, capacity: 50,
    amenities: ['Stage', 'Projection', 'Streaming rig', 'Microphones', 'Step-free entrance'],
    policy: 'moderate', host: 'kenji', scene: 'classroom', mood: 'dusk', palette: 'midnight', pictures: 2,
  },
]
