import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { cutWorld, readWorld, type Bounds, type Topology, type World } from './world.ts'

const require = createRequire(import.meta.url)

const readAtlas = (file: string) =>
  readWorld(JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8')) as Topology)

const square = (west: number, east: number): GeoJSON.Position[][] => [
  [
    [west, 0],
    [east, 0],
    [east, 10],
    [west, 10],
    [west, 0],
  ],
]

const worldOf = (...coordinates: GeoJSON.Position[][][]): World => ({
  land: { type: 'MultiPolygon', coordinates },
  borders: { type: 'MultiLineString', coordinates: [] },
})

/** Returns whether a point is on land: a ray to the east then crosses an odd number of coasts. */
function isLand({ land }: World, [x, y]: [number, number]): boolean {
  const rings = land.coordinates.flat()
  const crossings = rings.flatMap((ring) =>
    ring.slice(1).filter(([toX = 0, toY = 0], index) => {
      const [fromX = 0, fromY = 0] = ring[index]!
      return fromY > y !== toY > y && x < fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY)
    }),
  )
  return crossings.length % 2 === 1
}

describe('cutWorld', () => {
  test('a polygon that crosses the bounds is cut at their edges', () => {
    const { land } = cutWorld(worldOf(square(0, 10)), [5, -5, 20, 4])
    const [west, south, east, north] = [Math.min, Math.min, Math.max, Math.max].map((pick, edge) =>
      pick(...land.coordinates.flat(2).map((point) => point[edge % 2]!)),
    )
    expect([west, south, east, north]).toEqual([5, 0, 10, 4])
    expect(land.coordinates[0]?.[0]?.at(-1)).toEqual(land.coordinates[0]?.[0]?.[0])
  })

  test('a polygon outside the bounds is omitted', () => {
    expect(cutWorld(worldOf(square(0, 10)), [20, 0, 30, 10]).land.coordinates).toEqual([])
  })

  test('bounds beyond the 180th meridian include land on its other side', () => {
    const cut = cutWorld(worldOf(square(-180, -170)), [175, -5, 195, 15])
    expect(isLand(cut, [185, 5])).toBe(true)
    expect(isLand(cut, [177, 5])).toBe(false)
  })

  test('fine coastlines show Tribeca as land and New York’s Upper Bay as water', () => {
    const around: Bounds = [-79, 36, -69, 46]
    const fine = cutWorld(readAtlas('countries-10m.json'), around)
    expect(isLand(fine, [-74.0046, 40.7178])).toBe(true)
    expect(isLand(fine, [-74.04, 40.66])).toBe(false)
    expect(isLand(readAtlas('countries-50m.json'), [-74.0046, 40.7178])).toBe(false)
  })
})
