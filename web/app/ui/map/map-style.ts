import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import { cities, type Point } from '@hourspace/domain/gazetteer.ts'
import worldUrl from './world.json?url'

type Topology = Parameters<typeof feature>[0]

export type World = {
  land: GeoJSON.FeatureCollection<GeoJSON.MultiPolygon>
  borders: GeoJSON.MultiLineString
}

let loading: Promise<World> | undefined

/**
 * Loads the coastlines and borders that ship with the app. After a failed load, the next call tries
 * again.
 */
export function loadWorld(): Promise<World> {
  loading ??= readWorld().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function readWorld(): Promise<World> {
  const response = await fetch(worldUrl)
  if (!response.ok) throw new Error(`Failed to load the map (${response.status})`)
  const world = (await response.json()) as Topology & {
    objects: Record<'land' | 'borders', Topology['objects'][string]>
  }
  const land = feature(world, world.objects.land) as GeoJSON.FeatureCollection<GeoJSON.MultiPolygon>
  return {
    land: {
      ...land,
      features: land.features.map((shape) => ({
        ...shape,
        geometry: { ...shape.geometry, coordinates: shape.geometry.coordinates.map(continuous) },
      })),
    },
    borders: (feature(world, world.objects.borders) as { geometry: GeoJSON.MultiLineString })
      .geometry,
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

function cityPoints(): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: cities.map(({ name, latitude, longitude, population }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name, population },
    })),
  }
}

/**
 * Returns the built-up areas of larger cities as circles, because the app does not ship their real
 * shapes.
 */
function builtUpAreas(): GeoJSON.MultiPolygon {
  const large = cities.filter(({ population }) => population >= 50_000)
  return {
    type: 'MultiPolygon',
    coordinates: large.map((city) => [
      circleAround(city, Math.min(16, Math.max(3, Math.sqrt(city.population) / 220))),
    ]),
  }
}

/** Radii in kilometers of the circles that are drawn around the center of a very large city. */
const rings = [2, 5, 10]

function cityRings(): GeoJSON.MultiLineString {
  const veryLarge = cities.filter(({ population }) => population >= 500_000)
  return {
    type: 'MultiLineString',
    coordinates: veryLarge.flatMap((city) => rings.map((radius) => circleAround(city, radius))),
  }
}

const kilometersPerDegree = 111.32

function circleAround({ latitude, longitude }: Point, kilometers: number): GeoJSON.Position[] {
  const corners = 40
  const north = kilometers / kilometersPerDegree
  const east = north / Math.cos((latitude * Math.PI) / 180)
  const points = Array.from({ length: corners }, (_, corner): GeoJSON.Position => {
    const angle = (2 * Math.PI * corner) / corners
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)]
  })
  return [...points, points[0]!]
}

/** Colors of the default style in sRGB, because MapLibre reads no other color space. */
type MapColors = Record<'land' | 'water' | 'city' | 'line' | 'ink' | 'halo', string>

/** Design token of each color of the map. */
const tokens = {
  land: '--color-map-land',
  water: '--color-map-water',
  city: '--color-map-city',
  line: '--color-map-line',
  ink: '--color-ink-soft',
  halo: '--color-map-land',
} satisfies Record<keyof MapColors, string>

/** Reads the colors that the design tokens have inside `element` in the given theme. */
export function readColors(element: HTMLElement, isDark: boolean): MapColors {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe = element.appendChild(document.createElement('span'))
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  const colors = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`
    if (!canvas) return [name, '#888888']
    canvas.fillStyle = getComputedStyle(probe).color
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
    return [name, `rgb(${red},${green},${blue})`]
  })
  probe.remove()
  return Object.fromEntries(colors) as MapColors
}

/** Returns a MapLibre opacity expression that fades in a layer from zoom `from` to zoom `to`. */
const fade = (from: number, to: number, opacity = 1): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  from,
  0,
  to,
  opacity,
]

/**
 * The default map style with land, borders and city names, whose data ship with the app. The
 * coastlines are too coarse for deep zoom levels. There, everything is drawn as land.
 */
export function defaultStyle(colors: MapColors, { land, borders }: World): StyleSpecification {
  const font = ['Hanken Grotesk']
  const label = (minimum: number, size: number, minzoom: number, maxzoom: number) => ({
    id: `cities-${minimum}`,
    type: 'symbol' as const,
    source: 'cities',
    minzoom,
    maxzoom,
    filter: ['>=', ['get', 'population'], minimum] as ExpressionSpecification,
    layout: {
      'text-field': ['get', 'name'] as ExpressionSpecification,
      'text-font': font,
      'text-size': size,
      'text-padding': 6,
      // Places the labels of the largest cities first.
      'symbol-sort-key': ['-', 0, ['get', 'population']] as ExpressionSpecification,
    },
    paint: {
      'text-color': colors.ink,
      'text-halo-color': colors.halo,
      'text-halo-width': 1.5,
    },
  })
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, attribution: attribution },
      borders: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: borders } },
      cities: { type: 'geojson', data: cityPoints() },
      'built-up': {
        type: 'geojson',
        data: { type: 'Feature', properties: {}, geometry: builtUpAreas() },
      },
      rings: { type: 'geojson', data: { type: 'Feature', properties: {}, geometry: cityRings() } },
    },
    layers: [
      {
        id: 'water',
        type: 'background',
        paint: {
          // At deep zoom levels, water gets the color of land, because the coarse coastlines would
          // put many places into the water.
          'background-color': [
            'interpolate',
            ['linear'],
            ['zoom'],
            8,
            colors.water,
            10,
            colors.land,
          ],
        },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        paint: { 'line-color': colors.line, 'line-width': 0.8 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colors.line, 'line-width': 1, 'line-dasharray': [3, 2] },
      },
      {
        id: 'built-up',
        type: 'fill',
        source: 'built-up',
        minzoom: 6,
        paint: { 'fill-color': colors.city, 'fill-opacity': fade(6, 8) },
      },
      {
        id: 'rings',
        type: 'line',
        source: 'rings',
        minzoom: 9,
        paint: {
          'line-color': colors.line,
          'line-width': 1,
          'line-dasharray': [4, 3],
          'line-opacity': fade(9, 10.5),
        },
      },
      label(2_500_000, 13, 0, 5),
      label(400_000, 13, 5, 7),
      label(50_000, 14, 7, 9),
      label(0, 15, 9, 24),
    ],
  }
}

const attribution =
  '<a href="https://www.naturalearthdata.com/" rel="noreferrer" target="_blank">Natural Earth</a>'
