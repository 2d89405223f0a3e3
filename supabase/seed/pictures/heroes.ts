import type { Picture } from './draw-picture.ts'

const wide = { width: 1920, height: 1080 }

/** The home page's large pictures. */
export const heroes: readonly { name: string; picture: Picture }[] = [
  {
    name: 'event-hall',
    picture: {
      seed: 'hero hall',
      view: 0,
      scene: 'event-hall',
      place: 'New York',
      mood: 'golden',
      palette: 'brick',
      ...wide,
    },
  },
  {
    name: 'photo-studio',
    picture: {
      seed: 'hero studio',
      view: 1,
      scene: 'photo-studio',
      place: 'London',
      mood: 'morning',
      palette: 'terracotta',
      ...wide,
    },
  },
  {
    name: 'rooftop',
    picture: {
      seed: 'hero roof',
      view: 0,
      scene: 'terrace',
      place: 'Sydney',
      mood: 'dusk',
      palette: 'terracotta',
      ...wide,
    },
  },
  {
    name: 'loft',
    picture: {
      seed: 'hero loft',
      view: 0,
      scene: 'loft',
      place: 'Paris',
      mood: 'golden',
      palette: 'ocean',
      ...wide,
    },
  },
]
