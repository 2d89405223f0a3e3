import type { Picture } from './draw-picture.ts'

const wide = { width: 1280, height: 720 }

/** The pictures above the blog's articles. `name` is the article's slug. */
export const posts: readonly { name: string; picture: Picture }[] = [
  {
    name: 'photograph-a-room',
    picture: {
      seed: 'post camera',
      view: 1,
      scene: 'photo-studio',
      place: 'Amsterdam',
      mood: 'morning',
      palette: 'sage',
      ...wide,
    },
  },
  {
    name: 'price-a-room-by-the-hour',
    picture: {
      seed: 'post price',
      view: 0,
      scene: 'workshop',
      place: 'Philadelphia',
      mood: 'golden',
      palette: 'brick',
      ...wide,
    },
  },
  {
    name: 'tokyo-backstreet-studios',
    picture: {
      seed: 'post tokyo',
      view: 0,
      scene: 'loft',
      place: 'Tokyo',
      mood: 'dusk',
      palette: 'plum',
      ...wide,
    },
  },
  {
    name: 'window-light-in-six-cities',
    picture: {
      seed: 'post light',
      view: 0,
      scene: 'dance-studio',
      place: 'Sydney',
      mood: 'golden',
      palette: 'sand',
      ...wide,
    },
  },
  {
    name: 'what-a-room-sounds-like',
    picture: {
      seed: 'post sound',
      view: 0,
      scene: 'recording-studio',
      place: 'Berlin',
      mood: 'night',
      palette: 'midnight',
      ...wide,
    },
  },
  {
    name: 'before-a-film-crew-arrives',
    picture: {
      seed: 'post crew',
      view: 0,
      scene: 'kitchen',
      place: 'Los Angeles',
      mood: 'noon',
      palette: 'citrus',
      ...wide,
    },
  },
  {
    name: 'no-double-bookings',
    picture: {
      seed: 'post calendar',
      view: 0,
      scene: 'meeting-room',
      place: 'Tampa',
      mood: 'morning',
      palette: 'ocean',
      ...wide,
    },
  },
  {
    name: 'the-clock-on-the-wall',
    picture: {
      seed: 'post clock',
      view: 0,
      scene: 'office',
      place: 'Singapore',
      mood: 'dusk',
      palette: 'ink',
      ...wide,
    },
  },
  {
    name: 'hosting-with-neighbors',
    picture: {
      seed: 'post neighbours',
      view: 0,
      scene: 'terrace',
      place: 'Barcelona',
      mood: 'dusk',
      palette: 'terracotta',
      layout: 'dining',
      ...wide,
    },
  },
]
