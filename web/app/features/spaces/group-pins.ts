import type { Bounds } from '#web/ui/map/map.tsx'

type Located<T> = T & { latitude: number; longitude: number }

export type PinGroup<T> = {
  key: string
  spaces: Located<T>[]
  latitude: number
  longitude: number
}

/** Size of a price pin in pixels. Overlapping pins become a group. */
const pinWidth = 84
const pinHeight = 40

type Space = { id: string; latitude: number | null; longitude: number | null }

export function isLocated<T extends Space>(space: T): space is Located<T> {
  return space.latitude !== null && space.longitude !== null
}

/** Returns the Web Mercator pixel of a point at a zoom level. */
function pixelOf({ latitude, longitude }: Located<unknown>, zoom: number) {
  const size = 512 * 2 ** zoom
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

/**
 * Groups spaces whose pins would overlap at a zoom level. A group is shown at the point of its
 * first space.
 */
export function groupPins<T extends Space>(spaces: readonly T[], zoom: number): PinGroup<T>[] {
  const groups: { at: { x: number; y: number }; spaces: Located<T>[] }[] = []
  for (const space of spaces) {
    if (!isLocated(space)) continue
    const at = pixelOf(space, zoom)
    const near = groups.find(
      (group) => Math.abs(group.at.x - at.x) < pinWidth && Math.abs(group.at.y - at.y) < pinHeight,
    )
    if (near) near.spaces.push(space)
    else groups.push({ at, spaces: [space] })
  }
  return groups.map(({ spaces }) => {
    const [{ latitude, longitude }] = spaces as [Located<T>]
    return { key: spaces.map(({ id }) => id).join(), spaces, latitude, longitude }
  })
}

/** Returns the smallest map bounds around all spaces; null without spaces. */
export function boundsAround(spaces: readonly Space[]): Bounds | null {
  const located = spaces.filter(isLocated)
  if (located.length === 0) return null
  const latitudes = located.map(({ latitude }) => latitude)
  const longitudes = located.map(({ longitude }) => longitude)
  return [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ]
}

/** Returns true if a point is within bounds, which may cross the 180th meridian. */
export function isWithin(point: Located<unknown>, [west, south, east, north]: Bounds): boolean {
  const turns = Math.ceil((west - point.longitude) / 360)
  const longitude = point.longitude + turns * 360
  return longitude <= east && point.latitude >= south && point.latitude <= north
}
