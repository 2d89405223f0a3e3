import type { DemoSpace } from './space.ts'

export const unitedStatesEast: DemoSpace[] = [
  {
    slug: 'north-light-loft-williamsburg',
    title: 'North Light Loft in Williamsburg',
    description:
      'A former thread factory with twelve-foot steel windows that hold even light until late afternoon. The seamless paper, stands and two softboxes are yours to use, and the freight lift takes a sofa without a fight. Neighbours are used to shoots, so music is fine until nine.',
    type: 'photo-space', city: 'New York', price: 145, capacity: 18,
    amenities: ['Natural light', 'Seamless backdrops', 'Freight lift', 'Softboxes', 'Changing room', 'Wi-Fi'],
    policy: 'moderate', host: 'maya', mark: 'featured', scene: 'photo-studio', mood: 'morning', palette: 'brick', pictures: 3,
  },
  {
    slug: 'lamplight-hall-dumbo',
    title: 'The Lamplight Hall, DUMBO',
    description:
      'A brick warehouse hall under the bridge with long oak tables, basket lamps and arched windows over the rooftops. It seats ninety for dinner and still leaves room to dance. Tables, chairs and linen are included; bring your own caterer or use our list.',
    type: 'event-venue', city: 'New York', price: 380, capacity: 120,
    amenities: ['Tables and chairs', 'String lights', 'Sound system', 'Bar', 'Coat check', 'Step-free entrance'],
    policy: 'strict', host: 'maya', mark: 'featured', scene: 'event-hall', mood: 'night', palette: 'midnight', pictures: 3,
  },
  {
    slug: 'corner-boardroom-flatiron',
    title: 'Corner Boardroom, Flatiron',
    description:
      'One walnut table for eight on the nineteenth floor, with glass on two sides and the whole of Midtown as a backdrop. The screen takes any laptop in ten seconds. Coffee is ground to order at the counter outside.',
    type: 'meeting-room', city: 'New York', price: 95, capacity: 8,
    amenities: ['Video conferencing', 'Skyline view', 'Coffee bar', 'Whiteboard', 'Wi-Fi', 'Reception'],
    policy: 'flexible', host: 'maya', mark: 'popular', scene: 'meeting-room', mood: 'golden', palette: 'ink', pictures: 3,
  },
  {
    slug: 'roof-garden-lower-east-side',
    title: 'Roof Garden on Orchard Street',
    description:
      'Sixth-floor terrace with olive trees in boxes, a long table and a fire bowl for the hours after sunset. The lift stops one flight below. We keep heaters for spring and parasols for August.',
    type: 'rooftop', city: 'New York', price: 210, capacity: 45,
    amenities: ['Skyline view', 'Fire bowl', 'String lights', 'Outdoor kitchen', 'Heaters'],
    policy: 'moderate', host: 'sofia', scene: 'terrace', mood: 'dusk', palette: 'terracotta', pictures: 3,
  },
  {
    slug: 'quiet-floor-tribeca',
    title: 'A Quiet Floor in Tribeca',
    description:
      'Eight desks, two phone booths and a kitchen for teams who need a week away from their own office. No open house, no events next door: the door locks and the floor is yours.',
    type: 'office', city: 'New York', price: 75, capacity: 12,
    amenities: ['Monitors', 'Phone booths', 'Kitchen', 'Fast Wi-Fi', 'Printer', 'Air conditioning'],
    policy: 'flexible', host: 'kenji', scene: 'office', mood: 'noon', palette: 'nordic', pictures: 2,
  },
  {
    slug: 'print-room-fishtown',
    title: 'The Print Room, Fishtown',
    description:
      'A working art room with north windows, six easels and a sink that has seen every colour. Good for life drawing, riso evenings or one painter who wants the place to herself. Aprons hang by the door.',
    type: 'creative-space', city: 'Philadelphia', price: 42, capacity: 14,
    amenities: ['Easels', 'Wash-up sink', 'Natural light', 'Storage shelves', 'Wi-Fi'],
    policy: 'flexible', host: 'maya', mark: 'greatValue', scene: 'art-studio', mood: 'morning', palette: 'terracotta', pictures: 3,
  },
  {
    slug: 'old-library-society-hill',
    title: 'Reading Room on Society Hill',
    description:
      'Panelled walls, a sofa you do not want to leave and shelves that reach the ceiling. Book clubs, small readings and slow interviews fit here best. The street outside is one of the quietest in the city.',
    type: 'loft', city: 'Philadelphia', price: 58, capacity: 20,
    amenities: ['Library', 'Dining table for six', 'Kitchen', 'Wi-Fi', 'Step-free entrance'],
    policy: 'moderate', host: 'sofia', scene: 'loft', mood: 'golden', palette: 'moss', pictures: 2,
  },
  {
    slug: 'riverside-meeting-house-tampa',
    title: 'Riverside Meeting House',
    description:
      'Our home town, our favourite room: a bright table for ten above the Riverwalk, two minutes from the streetcar. Boats pass, nobody minds. Lunch can be brought up from the café below.',
    type: 'meeting-room', city: 'Tampa', price: 48, capacity: 10,
    amenities: ['River view', 'Screen', 'Whiteboard', 'Catering on request', 'Parking', 'Wi-Fi'],
    policy: 'flexible', host: 'maya', mark: 'greatValue', scene: 'meeting-room', mood: 'noon', palette: 'ocean', pictures: 3,
  },
  {
    slug: 'ybor-cigar-loft',
    title: 'Cigar Factory Loft in Ybor City',
    description:
      'Where tobacco was once rolled there is now a bar of forty bottles, low armchairs and a chequered floor. Launches, tastings and birthdays that do not want a ballroom. The evening light through the tall windows does half of the decoration.',
    type: 'lounge', city: 'Tampa', price: 120, capacity: 60,
    amenities: ['Bar', 'Sound system', 'DJ booth', 'Coat rail', 'Parking'],
    policy: 'moderate', host: 'sofia', scene: 'lounge', mood: 'golden', palette: 'jade', pictures: 2,
  },
  {
    slug: 'toronto-distillery-gallery',
    title: 'White Gallery in the Distillery District',
    description:
      'Nine metres of hanging wall, track lights on every axis and plinths in three heights. Hang on Monday, open on Thursday: the rail system needs no drill. The arched windows can be blacked out for projection.',
    type: 'gallery', city: 'Toronto', price: 130, capacity: 80,
    amenities: ['Hanging rails', 'Track lighting', 'Plinths', 'Blackout', 'Reception desk', 'Step-free entrance'],
    policy: 'strict', host: 'maya', mark: 'featured', scene: 'gallery', mood: 'morning', palette: 'concrete', pictures: 3,
  },
  {
    slug: 'queen-west-podcast-booth',
    title: 'Queen West Talk Room',
    description:
      'Two armchairs, two broadcast microphones and walls that swallow the streetcar. The engineer’s preset is saved on the desk, so you press one button and talk. Video is a camera on a tripod and one soft light.',
    type: 'podcast-studio', city: 'Toronto', price: 70, capacity: 4,
    amenities: ['Broadcast microphones', 'Acoustic panels', 'Camera and light', 'Fast Wi-Fi', 'Tea corner'],
    policy: 'flexible', host: 'kenji', scene: 'podcast-studio', mood: 'dusk', palette: 'plum', pictures: 2,
  },
]
