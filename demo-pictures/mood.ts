/** The light and colors of a time of day. */
export type Mood = {
  /** `sky` lists colors from the zenith down to the horizon. */
  sky: readonly [string, string, string]
  /** `haze` colors distant buildings and hills, `near` colors close buildings and hills. */
  haze: string
  near: string
  /** `disc` is the sun or moon. Its height and radius are fractions of the picture. */
  disc: { color: string; height: number; radius: number } | null
  /** `ambient` multiplies every lit surface indoors. */
  ambient: string
  /** `lit` and `shade` are the colors toward which surfaces in light and in shade are mixed. */
  lit: string
  shade: string
  /** `beam` is the light through the windows. */
  beam: { color: string; strength: number; steepness: number }
  shadow: number
  /**
   * `lamps` is how strongly lamps glow. `cityLights` is the fraction of lit windows outside. Both
   * are from 0 to 1.
   */
  lamps: number
  cityLights: number
  clouds: string
}

export type MoodName = 'morning' | 'noon' | 'golden' | 'dusk' | 'night'

export const moods: Record<MoodName, Mood> = {
  morning: {
    sky: ['#a9d3ea', '#d6e9ee', '#fdf0dc'],
    haze: '#c9dbe4',
    near: '#8fa9b8',
    disc: { color: '#fff8e4', height: 0.2, radius: 0.035 },
    ambient: '#fffdf9',
    lit: '#fff6e0',
    shade: '#6d7396',
    beam: { color: '#fff1cf', strength: 0.62, steepness: 0.62 },
    shadow: 0.25,
    lamps: 0.15,
    cityLights: 0.02,
    clouds: '#ffffff',
  },
  noon: {
    sky: ['#6db6e2', '#a8d8ee', '#e8f4ef'],
    haze: '#b4d3e0',
    near: '#6f9aae',
    disc: null,
    ambient: '#ffffff',
    lit: '#fffbee',
    shade: '#5d6a92',
    beam: { color: '#fff8e2', strength: 0.52, steepness: 1.05 },
    shadow: 0.26,
    lamps: 0.1,
    cityLights: 0,
    clouds: '#ffffff',
  },
  golden: {
    sky: ['#7fa7c9', '#f3c48c', '#ffdf9e'],
    haze: '#e2ae84',
    near: '#9c6b62',
    disc: { color: '#fff0b8', height: 0.08, radius: 0.05 },
    ambient: '#fff3e2',
    lit: '#ffdf9f',
    shade: '#6a4f78',
    beam: { color: '#ffc268', strength: 0.66, steepness: 0.4 },
    shadow: 0.32,
    lamps: 0.4,
    cityLights: 0.08,
    clouds: '#ffe3bf',
  },
  dusk: {
    sky: ['#3d4d80', '#9a739f', '#f7a98c'],
    haze: '#8c6f9b',
    near: '#463d6b',
    disc: null,
    ambient: '#e2d0d8',
    lit: '#ffcfa6',
    shade: '#3f3568',
    beam: { color: '#ffb09a', strength: 0.16, steepness: 0.35 },
    shadow: 0.26,
    lamps: 0.85,
    cityLights: 0.35,
    clouds: '#e7a2a6',
  },
  night: {
    sky: ['#101a3c', '#1d2c5c', '#43508c'],
    haze: '#2b3970',
    near: '#131b3d',
    disc: { color: '#f4ecd0', height: 0.34, radius: 0.022 },
    ambient: '#b9acbd',
    lit: '#ffd49a',
    shade: '#22234f',
    beam: { color: '#7f9de0', strength: 0.1, steepness: 0.8 },
    shadow: 0.28,
    lamps: 1,
    cityLights: 0.5,
    clouds: '#3c4a86',
  },
}
