import type { DemoSpace } from './space.ts'

export const europeSouth: DemoSpace[] = [
  {
    slug: 'kreuzberg-tonraum',
    title: 'Tonraum Kreuzberg',
    description:
      'Second courtyard, third staircase, very good monitors. A tracking room with drums and piano where bands record an EP in a weekend. The bakery opens at five, which matters more than you think.',
    type: 'recording-studio', city: 'Berlin', price: 46, capacity: 8,
    amenities: ['Mixing desk', 'Drum kit', 'Piano', 'Acoustic treatment', 'Sofa'],
    policy: 'moderate', host: 'kenji', mark: 'popular', scene: 'recording-studio', mood: 'night', palette: 'plum', pictures: 3,
  },
  {
    slug: 'mitte-glass-meeting',
    title: 'Glass Room in Mitte',
    description:
      'A clear, calm table for eight with the television tower in the window. Pinboards on rollers, markers that write, a coat stand that does not fall over.',
    type: 'meeting-room', city: 'Berlin', price: 42, capacity: 8,
    amenities: ['Screen', 'Pinboards', 'Coffee', 'Wi-Fi', 'Step-free entrance'],
    policy: 'flexible', host: 'maya', scene: 'meeting-room', mood: 'golden', palette: 'sage', pictures: 2,
  },
  {
    slug: 'neukoelln-tanzboden',
    title: 'Tanzboden Neukölln',
    description:
      'An old ballroom floor with arched windows on the courtyard side. Contemporary classes in the morning, tango at night, yoga mats in the cupboard. Bare feet or soft soles only.',
    type: 'dance-studio', city: 'Berlin', price: 34, capacity: 28,
    amenities: ['Sprung floor', 'Mirrors and barre', 'Piano', 'Yoga mats', 'Changing room'],
    policy: 'flexible', host: 'sofia', mark: 'greatValue', scene: 'dance-studio', mood: 'golden', palette: 'sage', pictures: 3,
  },
  {
    slug: 'poblenou-photo-nau',
    title: 'Nau 12, Poblenou',
    description:
      'A vaulted factory nave with paper backdrops, a make-up table and light that turns gold at six. The beach is ten minutes away if the client wants one more set-up.',
    type: 'photo-space', city: 'Barcelona', price: 64, capacity: 22,
    amenities: ['Natural light', 'Colour backdrops', 'Make-up table', 'Strobe kit', 'Street-level loading'],
    policy: 'moderate', host: 'sofia', mark: 'featured', scene: 'photo-studio', mood: 'golden', palette: 'terracotta', pictures: 3,
  },
  {
    slug: 'gracia-vermouth-bar',
    title: 'Vermuteria in Gràcia',
    description:
      'A tiled corner bar that closes to the public on Mondays and Tuesdays and opens for you. Thirty on stools and sofas, vermouth from the barrel, olives without end.',
    type: 'lounge', city: 'Barcelona', price: 78, capacity: 30,
    amenities: ['Bar', 'Bartender on request', 'Sound system', 'Tiled interior', 'Air conditioning'],
    policy: 'moderate', host: 'sofia', scene: 'lounge', mood: 'dusk', palette: 'terracotta', pictures: 2,
  },
  {
    slug: 'eixample-cooking-school',
    title: 'Cooking School in Eixample',
    description:
      'Hydraulic tiles, a marble island and a stove with six fires. Paella is taught here on Thursdays; on other days the kitchen takes productions, classes and long lunches.',
    type: 'kitchen', city: 'Barcelona', price: 58, capacity: 16,
    amenities: ['Marble island', 'Six-burner stove', 'Cookware', 'Dining corner', 'Market next door'],
    policy: 'flexible', host: 'maya', scene: 'kitchen', mood: 'noon', palette: 'citrus', pictures: 3,
  },
  {
    slug: 'plaka-acropolis-terrace',
    title: 'Acropolis Terrace in Plaka',
    description:
      'A whitewashed roof with olive trees and the temple straight ahead, floodlit from nine. Long dinners, small weddings, one unforgettable yoga class. The marble stays warm all night.',
    type: 'rooftop', city: 'Athens', price: 110, capacity: 40,
    amenities: ['Acropolis view', 'Long table', 'Fire bowl', 'String lights', 'Outdoor kitchen'],
    policy: 'moderate', host: 'sofia', mark: 'featured', scene: 'terrace', mood: 'golden', palette: 'sand', pictures: 3,
  },
  {
    slug: 'kypseli-neoclassical-studio',
    title: 'Neoclassical Studio, Kypseli',
    description:
      'Painted ceilings, balcony doors and two hundred square feet of very good light. A poet lived here; now it is drawing classes, portraits and the odd violin.',
    type: 'studio', city: 'Athens', price: 30, capacity: 12,
    amenities: ['Natural light', 'Easels', 'Balcony', 'Kitchenette', 'Wi-Fi'],
    policy: 'flexible', host: 'sofia', mark: 'greatValue', scene: 'art-studio', mood: 'dusk', palette: 'plum', pictures: 2,
  },
  {
    slug: 'dubai-creek-majlis',
    title: 'The Creek Majlis',
    description:
      'A modern majlis above the water with low seating, carved screens and a bar of forty juices. Company evenings and engagement parties, with valet parking at the door.',
    type: 'lounge', city: 'Dubai', price: 520, capacity: 70,
    amenities: ['Juice bar', 'Valet parking', 'Sound system', 'Prayer room', 'Air conditioning'],
    policy: 'moderate', host: 'maya', mark: 'popular', scene: 'lounge', mood: 'night', palette: 'sand', pictures: 3,
  },
  {
    slug: 'alserkal-white-box',
    title: 'White Box on Alserkal Avenue',
    description:
      'A warehouse gallery with a polished floor, twelve-metre walls of clean white and a gate wide enough for a truck. Exhibitions hang for a week, fashion films for a day.',
    type: 'gallery', city: 'Dubai', price: 480, capacity: 90,
    amenities: ['Drive-in gate', 'Track lighting', 'Plinths', 'Air conditioning', 'Parking'],
    policy: 'strict', host: 'sofia', mark: 'featured', scene: 'gallery', mood: 'noon', palette: 'sand', pictures: 2,
  },
  {
    slug: 'marina-skyline-boardroom',
    title: 'Marina Skyline Boardroom',
    description:
      'Forty-first floor, floor-to-ceiling glass, towers on every side. A table for eight, simultaneous interpretation on request and dates with the coffee.',
    type: 'meeting-room', city: 'Dubai', price: 350, capacity: 8,
    amenities: ['Skyline view', 'Video conferencing', 'Interpretation booth', 'Coffee and dates', 'Valet parking'],
    policy: 'flexible', host: 'kenji', scene: 'meeting-room', mood: 'dusk', palette: 'midnight', pictures: 2,
  },
]
