import { feature, mesh } from 'topojson-client'

/** Map bounds: west, south, east and north edge in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

export type World = {
  land: GeoJSON.MultiPolygon
  borders: GeoJSON.MultiLineString
}

export type Topology = Parameters<typeof feature>[0] & {
  objects: Record<'countries' | 'land', Parameters<typeof feature>[1]>
}

/** Converts TopoJSON of the package world-atlas to land and country borders. */
export function readWorld(topology: Topology): World {
  const { features } = feature(
    topology,
    topology.objects.land,
  ) as GeoJSON.FeatureCollection<GeoJSON.MultiPolygon>
  const countries = topology.objects.countries as Parameters<typeof mesh>[1]
  return {
    land: {
      type: 'MultiPolygon',
      coordinates: features.flatMap(({ geometry }) => geometry.coordinates.map(continuous)),
    },
    borders: mesh(topology, countries, (one, other) => one !== other),
  }
}

/**
 * Makes the longitudes of a polygon continuous. The longitudes in the data jump from 180 to -180
 * degrees. MapLibre would draw each jump as a line around the world.
 */
function continuous(polygon: GeoJSON.Position[][]): GeoJSON.Position[][] {
  return polygon.map((ring) => {
    let turns = 0
    const points = ring.map(([longitude = 0, latitude = 0], index) => {
      const step = longitude - (ring[index - 1]?.[0] ?? longitude)
      if (Math.abs(step) > 180) turns -= Math.sign(step)
      return [longitude + turns * 360, latitude]
    })
    if (turns === 0) return points
    // Closes the polygon of Antarctica along the southern edge of the map, because the polygon
    // surrounds the pole.
    const [start, end] = [points[0], points.at(-1)] as [GeoJSON.Position, GeoJSON.Position]
    return [...points, [end[0]!, southernEdge], [start[0]!, southernEdge], start]
  })
}

/** Latitude of the southern edge of a Web Mercator map. */
const southernEdge = -85.06

/** Returns the parts of the land and of the borders inside `bounds`. East must exceed west. */
export function cutWorld({ land, borders }: World, bounds: Bounds): World {
  // Longitudes of the bounds and of the land may exceed 180 degrees.
  const turns = [-360, 0, 360]
  return {
    land: {
      type: 'MultiPolygon',
      coordinates: land.coordinates.flatMap((polygon) =>
        turns.flatMap((turn) => {
          const rings = polygon
            .map((ring) => cutRing(ring, shifted(bounds, -turn)))
            .filter((ring) => ring.length > 0)
            .map((ring) => ring.map(([x = 0, y = 0]) => [x + turn, y]))
          return rings.length > 0 ? [rings] : []
        }),
      ),
    },
    borders: {
      type: 'MultiLineString',
      coordinates: borders.coordinates.flatMap((line) =>
        turns
          .filter((turn) => overlaps(line, shifted(bounds, -turn)))
          .map((turn) => line.map(([x = 0, y = 0]) => [x + turn, y])),
      ),
    },
  }
}

const shifted = ([west, south, east, north]: Bounds, degrees: number): Bounds => [
  west + degrees,
  south,
  east + degrees,
  north,
]

function overlaps(points: GeoJSON.Position[], [west, south, east, north]: Bounds): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of points) {
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
  }
  return minX < east && maxX > west && minY < north && maxY > south
}

/** Cuts a closed ring at the bounds, one edge after the other (Sutherland-Hodgman). */
function cutRing(ring: GeoJSON.Position[], bounds: Bounds): GeoJSON.Position[] {
  if (!overlaps(ring, bounds)) return []
  return bounds.reduce((points, edge, index) => {
    // The edges are west, south, east and north.
    const [axis, sign] = [index % 2, index < 2 ? 1 : -1]
    const depth = (point: GeoJSON.Position) => sign * (point[axis]! - edge)
    const cut: GeoJSON.Position[] = []
    points.forEach((point, next) => {
      const previous = points[next - 1]
      const inside = depth(point) >= 0
      if (previous && inside !== depth(previous) >= 0) {
        const share = depth(previous) / (depth(previous) - depth(point))
        cut.push([0, 1].map((of) => previous[of]! + share * (point[of]! - previous[of]!)))
      }
      if (inside) cut.push(point)
    })
    // Closes the ring again if its first point was outside.
    const [first, last] = [cut[0], cut.at(-1)]
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) cut.push(first)
    return cut
  }, ring)
}
