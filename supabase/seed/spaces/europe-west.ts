import type { DemoSpace } from './space.ts'

export const europeWest: DemoSpace[] = [
  {
    slug: 'shoreditch-daylight-factory',
    title: 'Daylight Factory, Shoreditch',
    description:
      'White-painted brick, steel windows and a concrete floor with forty years of stories. Colour paper, C-stands and a clothes rail are included. The lift fits a motorbike; we have checked.',
    type: 'photo-space', city: 'London', price: 85, capacity: 20,
    amenities: ['Natural light', 'Colour backdrops', 'Goods lift', 'Steamer and rail', 'Wi-Fi', 'Changing room'],
    policy: 'moderate', host: 'sofia', mark: 'featured', scene: 'photo-studio', mood: 'morning', palette: 'sage', pictures: 3,
  },
  {
    slug: 'clerkenwell-boardroom',
    title: 'The Clerkenwell Boardroom',
    description:
      'Panelled in oak, lit from the north and stocked with good biscuits. A table for eight, a screen that works the first time and a door thick enough for difficult conversations.',
    type: 'meeting-room', city: 'London', price: 60, capacity: 8,
    amenities: ['Video conferencing', 'Tea and biscuits', 'Whiteboard', 'Step-free entrance', 'Wi-Fi'],
    policy: 'flexible', host: 'maya', mark: 'popular', scene: 'meeting-room', mood: 'noon', palette: 'moss', pictures: 2,
  },
  {
    slug: 'bermondsey-gallery-arch',
    title: 'Railway Arch Gallery, Bermondsey',
    description:
      'A white gallery inside a Victorian arch, with a bench from which to look for a long time. Trains pass overhead as a soft hum. Private views, book launches, quiet performances.',
    type: 'gallery', city: 'London', price: 95, capacity: 70,
    amenities: ['Hanging rails', 'Track lighting', 'Plinths', 'Bar counter', 'Step-free entrance'],
    policy: 'strict', host: 'sofia', scene: 'gallery', mood: 'dusk', palette: 'ink', pictures: 2,
  },
  {
    slug: 'hackney-supper-kitchen',
    title: 'Hackney Supper Kitchen',
    description:
      'Green tiles, brass taps and an island where ten people can cook without elbows. Supper clubs pay for themselves here by the second course. Spices are on us.',
    type: 'kitchen', city: 'London', price: 72, capacity: 14,
    amenities: ['Cook’s island', 'Range cooker', 'Crockery for sixteen', 'Spice wall', 'Garden table'],
    policy: 'moderate', host: 'maya', mark: 'popular', scene: 'kitchen', mood: 'golden', palette: 'jade', pictures: 3,
  },
  {
    slug: 'atelier-belleville',
    title: 'Atelier Belleville',
    description:
      'An attic atelier with the tower on the horizon and zinc roofs all the way there. Six easels, a stove and a rug that forgives spilled turpentine. Painters come for the mornings.',
    type: 'creative-space', city: 'Paris', price: 48, capacity: 10,
    amenities: ['Easels', 'Roof view', 'North light', 'Stove', 'Wi-Fi'],
    policy: 'flexible', host: 'sofia', mark: 'featured', scene: 'art-studio', mood: 'morning', palette: 'linen', pictures: 3,
  },
  {
    slug: 'salon-du-marais',
    title: 'Salon du Marais',
    description:
      'A panelled salon on the first floor of a hôtel particulier, with parquet that creaks in the right places. Receptions of forty, fittings during fashion week, chamber music on Sundays.',
    type: 'event-venue', city: 'Paris', price: 220, capacity: 60,
    amenities: ['Chandeliers', 'Grand staircase', 'Catering kitchen', 'Cloakroom', 'Piano'],
    policy: 'strict', host: 'sofia', mark: 'popular', scene: 'event-hall', mood: 'golden', palette: 'blush', pictures: 3,
  },
  {
    slug: 'canal-saint-martin-desks',
    title: 'Desks on Canal Saint-Martin',
    description:
      'Six good desks over the water, a sofa for calls and a bakery on the corner that knows our name. Independent people share it by day; by the hour it can be yours alone.',
    type: 'office', city: 'Paris', price: 36, capacity: 8,
    amenities: ['Monitors', 'Canal view', 'Phone booth', 'Kitchen', 'Fast Wi-Fi'],
    policy: 'flexible', host: 'kenji', mark: 'greatValue', scene: 'office', mood: 'golden', palette: 'nordic', pictures: 2,
  },
  {
    slug: 'montmartre-terrace',
    title: 'Terrace above Montmartre',
    description:
      'Twenty chairs, a striped parasol and the whole city laid out to the south. We set the table and leave; you bring the people. Sunset is at the end of the table, every evening.',
    type: 'rooftop', city: 'Paris', price: 150, capacity: 24,
    amenities: ['City view', 'Long table', 'Parasols', 'String lights', 'Lift to the fifth floor'],
    policy: 'moderate', host: 'sofia', scene: 'terrace', mood: 'dusk', palette: 'blush', pictures: 3,
  },
  {
    slug: 'canal-belt-gallery-house',
    title: 'Canal Belt Gallery House',
    description:
      'Two white rooms in a merchant’s house from 1681, with beams above and water light on the ceiling. The hoist on the gable still works, should your sculpture not fit the stairs.',
    type: 'gallery', city: 'Amsterdam', price: 88, capacity: 45,
    amenities: ['Canal view', 'Track lighting', 'Plinths', 'Gable hoist', 'Reception desk'],
    policy: 'moderate', host: 'maya', scene: 'gallery', mood: 'morning', palette: 'linen', pictures: 2,
  },
  {
    slug: 'noord-ceramics-barn',
    title: 'Ceramics Barn in Noord',
    description:
      'Take the free ferry, turn left, smell the clay. Three wheels and a table where everybody sits together; tea at three. Pieces are fired for you and posted home.',
    type: 'workshop', city: 'Amsterdam', price: 32, capacity: 10,
    amenities: ['Pottery wheels', 'Kiln', 'Tea', 'Bicycle parking', 'Natural light'],
    policy: 'flexible', host: 'maya', mark: 'greatValue', scene: 'workshop', mood: 'noon', palette: 'terracotta', pictures: 3,
  },
  {
    slug: 'jordaan-book-salon',
    title: 'Book Salon in the Jordaan',
    description:
      'Brick, books and a table for six by the window with gables across the water. Reading groups keep Tuesdays; the rest of the week is open. The house cat may attend.',
    type: 'loft', city: 'Amsterdam', price: 44, capacity: 16,
    amenities: ['Library', 'Canal view', 'Dining table', 'Kitchen', 'Wi-Fi'],
    policy: 'flexible', host: 'sofia', mark: 'popular', scene: 'loft', mood: 'noon', palette: 'brick', pictures: 2,
  },
]
