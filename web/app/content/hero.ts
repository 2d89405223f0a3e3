import { company } from '@hourspace/domain/company.ts'
import { hostSharePercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'

/** Slides at the top of the home page. Their images are rendered by demo-pictures. */
export type HeroSlide = {
  /** Image name: `/images/hero-<picture>-<width>.avif` and `.webp`. */
  picture: string
  badge: string
  title: string
  subtitle: string
}

export const hero = {
  /** The page's h1, independent of the current slide. */
  heading: `${company.name}: spaces to rent by the hour`,
  label: 'What people book here',
  description:
    'Studios, lofts, event halls and meeting rooms from owners around the world. See the free hours, pay by card, walk in.',
  primary: 'Explore Spaces',
  secondary: 'List A Space',
} as const

export const heroSlides: readonly HeroSlide[] = [
  {
    picture: 'loft',
    badge: 'Booked by the hour',
    title: 'A room for the hour you need it.',
    subtitle:
      'Studios, lofts and halls from owners around the world. See the free hours, pay by card, walk in.',
  },
  {
    picture: 'event-hall',
    badge: 'Event venues',
    title: 'A hall for one good evening.',
    subtitle:
      'Long tables, dance floors, strings of light. You rent the hours you fill, not the whole weekend.',
  },
  {
    picture: 'photo-studio',
    badge: 'Photo studios',
    title: 'Good light from nine to noon.',
    subtitle:
      'Daylight, backdrops and flash heads, ready when you are. The weekly grid shows which hours are free.',
  },
  {
    picture: 'kitchen',
    badge: 'Kitchens',
    title: 'A kitchen as big as the recipe.',
    subtitle:
      'Supper clubs, food shoots and cooking classes need counters. See the hourly price up front.',
  },
  {
    picture: 'podcast-studio',
    badge: 'Podcast studios',
    title: 'Quiet, with the microphones on.',
    subtitle:
      'Treated rooms for talk and music. Ask the host about the equipment, then just bring your guest.',
  },
  {
    picture: 'meeting-room',
    badge: 'Meeting rooms',
    title: 'A table for the meeting that matters.',
    subtitle:
      'An interview, a workshop, a board that has to agree: a screen, daylight and a door that shuts.',
  },
  {
    picture: 'dance-studio',
    badge: 'Dance studios',
    title: 'Room for everyone to move.',
    subtitle:
      'Rehearse, teach or stretch where the sun comes in. Come for one hour or stay for the whole day.',
  },
  {
    picture: 'rooftop',
    badge: 'Rooftops',
    title: 'The skyline, for an afternoon.',
    subtitle: 'Terraces for birthdays, shoots and summer parties. Book the hours around sunset.',
  },
  {
    picture: 'art-studio',
    badge: 'Creative spaces',
    title: 'Room to make a proper mess.',
    subtitle:
      'Easels, long tables and north-facing windows. Make the thing, clean the brushes, lock the door.',
  },
  {
    picture: 'lounge',
    badge: 'For owners',
    title: 'Your room is empty on Mondays.',
    subtitle: `List it in a few minutes and set your own price by the hour. You keep ${hostSharePercentage}%, the fee is ${platformFeePercentage}%.`,
  },
]

/** Available widths of each image, in pixels. */
export const heroWidths = [640, 960, 1440] as const

export const heroPicture = (
  picture: string,
  width: (typeof heroWidths)[number],
  kind: 'avif' | 'webp',
) => `/images/hero-${picture}-${width}.${kind}`
