import type { DemoSpace } from './space.ts'

export const asia: DemoSpace[] = [
  {
    slug: 'nakameguro-hikari-studio',
    title: 'Hikari Studio, Nakameguro',
    description:
      'Hikari means light, and the east windows take the name seriously. A quiet white studio two streets from the river, with paper rolls, a small kitchen and slippers for eight. Cherry week books out a year ahead.',
    type: 'photo-space', city: 'Tokyo', price: 9800, capacity: 10,
    amenities: ['Natural light', 'Paper backdrops', 'Softboxes', 'Kitchenette', 'Steamer', 'Wi-Fi'],
    policy: 'moderate', host: 'kenji', mark: 'featured', scene: 'photo-studio', mood: 'morning', palette: 'nordic', pictures: 3,
  },
  {
    slug: 'shibuya-sky-meeting',
    title: 'Shibuya Sky Meeting Room',
    description:
      'A table for eight above the crossing, silent behind triple glass. The screen speaks every cable, the tea is from Uji, and the tower glows orange at the end of the day.',
    type: 'meeting-room', city: 'Tokyo', price: 7200, capacity: 8,
    amenities: ['Skyline view', 'Video conferencing', 'Whiteboard', 'Uji tea', 'Fast Wi-Fi'],
    policy: 'flexible', host: 'kenji', mark: 'popular', scene: 'meeting-room', mood: 'dusk', palette: 'ink', pictures: 3,
  },
  {
    slug: 'koenji-live-house-room',
    title: 'Kōenji Rehearsal Room',
    description:
      'Felt walls, a jazz kit and amplifiers with their settings still taped on. Bands rehearse here before the live house next door opens at seven. Earplugs are in the drawer, free.',
    type: 'recording-studio', city: 'Tokyo', price: 3800, capacity: 6,
    amenities: ['Drum kit', 'Amplifiers', 'Piano', 'Acoustic treatment', 'Earplugs'],
    policy: 'flexible', host: 'kenji', mark: 'greatValue', scene: 'recording-studio', mood: 'dusk', palette: 'brick', pictures: 2,
  },
  {
    slug: 'yanaka-kitchen-house',
    title: 'Kitchen House in Yanaka',
    description:
      'Cedar cupboards, indigo tiles and a rice cooker that sings. A wooden house rebuilt around one long worktop for cooking lessons and table-top film. Knives are sharpened on Mondays.',
    type: 'kitchen', city: 'Tokyo', price: 6500, capacity: 10,
    amenities: ['Cook’s island', 'Induction and gas', 'Japanese knives', 'Crockery', 'Garden'],
    policy: 'moderate', host: 'kenji', scene: 'kitchen', mood: 'morning', palette: 'ink', pictures: 3,
  },
  {
    slug: 'seongsu-brick-loft',
    title: 'Seongsu Brick Loft',
    description:
      'A shoe factory turned living room with arched windows and warm brick. Pop-ups, interviews, small dinners; a coffee roaster downstairs keeps the stairwell smelling right.',
    type: 'loft', city: 'Seoul', price: 68000, capacity: 25,
    amenities: ['Dining table', 'Sofa set', 'Kitchen', 'Sound system', 'Wi-Fi'],
    policy: 'moderate', host: 'kenji', mark: 'featured', scene: 'loft', mood: 'golden', palette: 'brick', pictures: 3,
  },
  {
    slug: 'hongdae-dance-lab',
    title: 'Hongdae Dance Lab',
    description:
      'Mirrors wall to wall, a floor that gives and speakers that do not. Crews practise covers until late, cameras welcome. Lockers outside, water on the house.',
    type: 'dance-studio', city: 'Seoul', price: 42000, capacity: 20,
    amenities: ['Mirrors', 'Sprung floor', 'Sound system', 'Lockers', 'Air conditioning'],
    policy: 'flexible', host: 'kenji', mark: 'popular', scene: 'dance-studio', mood: 'night', palette: 'plum', pictures: 2,
  },
  {
    slug: 'french-concession-atelier',
    title: 'Atelier in the French Concession',
    description:
      'Plane trees outside, easels inside, and a lane so quiet you hear brushes. Calligraphy on Saturdays, painting the rest of the week. Ink, paper and green tea are prepared.',
    type: 'creative-space', city: 'Shanghai', price: 32, capacity: 10,
    amenities: ['Easels', 'Calligraphy table', 'Tea', 'Natural light', 'Air conditioning'],
    policy: 'flexible', host: 'kenji', scene: 'art-studio', mood: 'noon', palette: 'jade', pictures: 2,
  },
  {
    slug: 'bund-view-banquet',
    title: 'Banquet Hall with a View of the Bund',
    description:
      'Long tables, tall arches and the river towers lighting up one by one. Ninety guests dine, and the balcony takes the toast. Our floor manager speaks four languages.',
    type: 'event-venue', city: 'Shanghai', price: 240, capacity: 110,
    amenities: ['River view', 'Tables and chairs', 'Stage lighting', 'Catering kitchen', 'Valet parking'],
    policy: 'strict', host: 'sofia', mark: 'popular', scene: 'event-hall', mood: 'dusk', palette: 'ink', pictures: 3,
  },
  {
    slug: 'central-harbour-office',
    title: 'Harbour Office in Central',
    description:
      'Eight desks on the twenty-eighth floor with ferries below and hills beyond. Visiting teams take it for a day between two flights; the concierge prints what you forgot.',
    type: 'office', city: 'Hong Kong', price: 82, capacity: 10,
    amenities: ['Harbour view', 'Monitors', 'Phone booth', 'Concierge', 'Fast Wi-Fi'],
    policy: 'flexible', host: 'kenji', scene: 'office', mood: 'night', palette: 'ocean', pictures: 2,
  },
  {
    slug: 'sheung-wan-talk-room',
    title: 'Talk Room in Sheung Wan',
    description:
      'A small studio for conversations, on the third floor above a tea merchant. Two cameras, two voices, one neon bubble. Cantonese, Mandarin and English autocue.',
    type: 'podcast-studio', city: 'Hong Kong', price: 58, capacity: 4,
    amenities: ['Two cameras', 'Broadcast microphones', 'Autocue', 'Acoustic panels', 'Air conditioning'],
    policy: 'moderate', host: 'kenji', scene: 'podcast-studio', mood: 'golden', palette: 'jade', pictures: 2,
  },
  {
    slug: 'tiong-bahru-studio-house',
    title: 'Tiong Bahru Studio House',
    description:
      'Curved windows, terrazzo floor and a fan that has turned since 1938. Shoots love the white; workshops love the shade. The bakery downstairs delivers kaya toast to the set.',
    type: 'studio', city: 'Singapore', price: 95, capacity: 16,
    amenities: ['Natural light', 'Backdrops', 'Air conditioning', 'Changing room', 'Wi-Fi'],
    policy: 'moderate', host: 'kenji', mark: 'featured', scene: 'photo-studio', mood: 'noon', palette: 'ocean', pictures: 3,
  },
  {
    slug: 'marina-bay-sky-garden',
    title: 'Marina Bay Sky Garden',
    description:
      'Palms, a shallow pool and the three towers across the water. Brand evenings begin at seven when the breeze comes; a covered bar stands by for the daily shower.',
    type: 'rooftop', city: 'Singapore', price: 260, capacity: 60,
    amenities: ['Bay view', 'Pool', 'Covered bar', 'Lounge seating', 'Lift'],
    policy: 'strict', host: 'sofia', mark: 'popular', scene: 'terrace', mood: 'night', palette: 'jade', pictures: 3,
  },
  {
    slug: 'ari-pottery-garden',
    title: 'Pottery Garden in Ari',
    description:
      'A glass-walled shed in a garden where frangipani falls on the roof. Wheels for three, tables for ten, iced tea for everybody. Glazes are mixed from local ash.',
    type: 'workshop', city: 'Bangkok', price: 22, capacity: 12,
    amenities: ['Pottery wheels', 'Kiln', 'Garden', 'Iced tea', 'Air conditioning'],
    policy: 'flexible', host: 'kenji', mark: 'greatValue', scene: 'workshop', mood: 'morning', palette: 'sage', pictures: 2,
  },
  {
    slug: 'charoenkrung-river-lounge',
    title: 'River Lounge on Charoenkrung',
    description:
      'Emerald tiles, rattan lamps and long-tail boats going by. Sixty guests at most, which keeps it a party and not a crowd. The barman makes one drink you will ask about later.',
    type: 'lounge', city: 'Bangkok', price: 55, capacity: 60,
    amenities: ['River view', 'Bar', 'DJ booth', 'Sound system', 'Air conditioning'],
    policy: 'moderate', host: 'sofia', scene: 'lounge', mood: 'dusk', palette: 'jade', pictures: 2,
  },
]
