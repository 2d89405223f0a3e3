import { bboxClip } from '@turf/bbox-clip'
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
  const [west, south, east, north] = bounds
  // Longitudes of the bounds and of the land may exceed 180 degrees.
  const copies = [-360, 0, 360].map((turn) => {
    const box: [number, number, number, number] = [west - turn, south, east - turn, north]
    const moved = (points: GeoJSON.Position[]) => points.map(([x = 0, y = 0]) => [x + turn, y])
    const polygons = bboxClip(land, box).geometry as GeoJSON.MultiPolygon
    const lines = bboxClip(borders, box).geometry as GeoJSON.LineString | GeoJSON.MultiLineString
    return {
      // Polygons outside the bounds have no rings.
      polygons: polygons.coordinates
        .filter((rings) => rings.length > 0)
        .map((rings) => rings.map(moved)),
      lines: (lines.type === 'LineString' ? [lines.coordinates] : lines.coordinates).map(moved),
    }
  })
  return {
    land: { type: 'MultiPolygon', coordinates: copies.flatMap(({ polygons }) => polygons) },
    borders: { type: 'MultiLineString', coordinates: copies.flatMap(({ lines }) => lines) },
  }
}
