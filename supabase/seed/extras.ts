import type { Extra, ExtraUnit } from '@hourspace/domain/extras.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { idOf } from './ids.ts'
import { randomFrom } from './random.ts'
import { cities } from './spaces/cities.ts'
import type { DemoSpace } from './spaces/space.ts'

type Offer = readonly [name: string, unit: ExtraUnit, dollars: number]

/** Demo extras by space type, in US dollars for a space at the usual price of its type. */
const offers: Readonly<Record<string, readonly Offer[]>> = {
  'photo-space': [
    ['Strobe kit with two heads', 'booking', 45],
    ['Photo assistant', 'hour', 38],
    ['Extra roll of backdrop paper', 'booking', 35],
    ['Make-up artist', 'hour', 60],
    ['Cyclorama repaint after use', 'booking', 80],
    ['Garment steamer and ironing', 'booking', 12],
  ],
  'event-venue': [
    ['Cleaning after the event', 'booking', 160],
    ['Event manager on site', 'hour', 45],
    ['Table linen and napkins', 'person', 6],
    ['Welcome drink', 'person', 9],
    ['Sound engineer', 'hour', 50],
    ['Stage lighting', 'booking', 120],
  ],
  'meeting-room': [
    ['Coffee, tea and pastries', 'person', 8],
    ['Working lunch', 'person', 19],
    ['Video conference technician', 'hour', 35],
    ['Flip chart and moderation kit', 'booking', 15],
    ['Printing up to 200 pages', 'booking', 18],
  ],
  office: [
    ['Second monitor for each desk', 'booking', 25],
    ['Breakfast basket', 'person', 9],
    ['Private phone booth', 'hour', 6],
    ['Printing up to 200 pages', 'booking', 16],
    ['Evening cleaning', 'booking', 30],
  ],
  'creative-space': [
    ['Canvas, paint and brushes', 'person', 14],
    ['Life model', 'hour', 40],
    ['Framing of one work', 'booking', 45],
    ['Teacher for beginners', 'hour', 42],
    ['Aprons and cleaning', 'booking', 18],
  ],
  studio: [
    ['Live stream with two cameras', 'booking', 140],
    ['Sound technician', 'hour', 35],
    ['Extra wireless microphone', 'booking', 18],
    ['Coffee break', 'person', 6],
    ['Recording as a video file', 'booking', 60],
  ],
  rooftop: [
    ['Bartender', 'hour', 42],
    ['Grill with charcoal', 'booking', 40],
    ['Patio heaters', 'booking', 55],
    ['Welcome drink', 'person', 10],
    ['Cleaning after the event', 'booking', 95],
    ['Blankets and cushions', 'person', 3],
  ],
  gallery: [
    ['Hanging assistant', 'hour', 36],
    ['Opening night bar', 'person', 9],
    ['Four extra plinths', 'booking', 40],
    ['Vinyl lettering on the wall', 'booking', 110],
    ['Gallery attendant', 'hour', 28],
  ],
  kitchen: [
    ['Kitchen assistant', 'hour', 30],
    ['Overhead camera rig', 'booking', 50],
    ['Pantry basics for the recipe', 'person', 7],
    ['Deep clean after use', 'booking', 60],
    ['Aprons and tea towels', 'person', 3],
    ['Food stylist’s prop box', 'booking', 35],
  ],
  'dance-studio': [
    ['Accompanist at the piano', 'hour', 40],
    ['Yoga mats and blocks', 'person', 2],
    ['Camera on a tripod', 'booking', 25],
    ['Extra speakers', 'booking', 20],
    ['Floor cleaning after street shoes', 'booking', 25],
  ],
  'podcast-studio': [
    ['Audio engineer', 'hour', 38],
    ['Edited episode within two days', 'booking', 120],
    ['Video with three cameras', 'booking', 70],
    ['Extra microphone', 'person', 9],
    ['Teleprompter', 'booking', 22],
  ],
  'recording-studio': [
    ['Recording engineer', 'hour', 42],
    ['Vintage microphone set', 'booking', 35],
    ['Piano tuning on the day', 'booking', 85],
    ['Session drummer', 'hour', 60],
    ['Rough mix by the next morning', 'booking', 90],
  ],
  workshop: [
    ['Clay and glaze for one piece', 'person', 12],
    ['Instructor', 'hour', 40],
    ['Firing and postage', 'person', 15],
    ['Protective clothing', 'person', 3],
    ['Cleaning after use', 'booking', 28],
  ],
  loft: [
    ['Private chef', 'hour', 55],
    ['Wine for the table', 'person', 14],
    ['Projector and screen', 'booking', 30],
    ['Cleaning after the event', 'booking', 60],
    ['Fresh flowers', 'booking', 35],
  ],
  lounge: [
    ['Bartender', 'hour', 38],
    ['DJ with turntables', 'hour', 65],
    ['Welcome drink', 'person', 10],
    ['Doorman', 'hour', 32],
    ['Cleaning after the party', 'booking', 90],
  ],
}

/** Approximate value of one US dollar in each currency, and the smallest price step. */
const perDollar: Readonly<Record<Currency, readonly [rate: number, step: number]>> = {
  USD: [1, 1],
  EUR: [0.9, 1],
  GBP: [0.8, 1],
  JPY: [150, 100],
  KRW: [1350, 1000],
  AED: [3.7, 5],
  SGD: [1.35, 1],
  AUD: [1.5, 1],
  CAD: [1.35, 1],
}

/** Usual hourly price of each space type, in US dollars. */
const usualPrice: Readonly<Record<string, number>> = {
  'photo-space': 105,
  'event-venue': 250,
  'meeting-room': 65,
  office: 55,
  'creative-space': 38,
  studio: 65,
  rooftop: 170,
  gallery: 100,
  kitchen: 80,
  'dance-studio': 45,
  'podcast-studio': 60,
  'recording-studio': 50,
  workshop: 40,
  loft: 52,
  lounge: 100,
}

export function extrasOf(space: DemoSpace): Extra[] {
  const random = randomFrom(`extras ${space.slug}`)
  const count = random.pick([space.mark ? 2 : 0, 1, 2, 2, 3, 3, 3, 4, 4])
  return random
    .shuffle(offers[space.type] ?? [])
    .slice(0, count)
    .map(([name, unit, dollars]) => ({
      id: idOf('extra', space.slug, name),
      name,
      unit,
      price: priceOf(space, dollars),
    }))
}

/**
 * Converts a price from US dollars to the city's currency and scales it by the space's price level.
 */
function priceOf(space: DemoSpace, dollars: number): number {
  const [rate, step] = perDollar[cities[space.city].currency]
  const level = space.price / rate / (usualPrice[space.type] ?? space.price)
  const price = dollars * rate * Math.min(1.5, Math.max(0.4, level))
  const rounding = price / step >= 20 ? step * 5 : step
  return Math.max(step, Math.round(price / rounding) * rounding)
}
