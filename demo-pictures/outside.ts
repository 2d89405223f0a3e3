import type { Canvas } from './canvas.ts'
import { darken, lighten, mix, multiply } from './color.ts'
import { landmarks } from './landmarks.ts'
import { hillside, lane, palmTree, roundTree, terraces } from './outside-nature.ts'
import { places, type Place } from './places.ts'
import type { Random } from '@hourspace/supabase/seed/random.ts'
import type { Stage } from './stage.ts'
import { n } from './svg-path.ts'

/**
 * Draws the sky and the city behind the windows. `seen` lists x positions in pixels where landmarks
 * are visible.
 */
export function drawOutside(stage: Stage, name: string, seen: readonly number[] = []): string {
  const place = places[name]
  if (!place) throw new Error(`No view is drawn for ${name}`)
  const { width, height, horizon } = stage.camera
  const canvas: Canvas = {
    width,
    height,
    horizon: horizon + height * 0.02,
    unit: width / 100,
    stage,
    random: stage.random,
  }
  return [
    sky(canvas),
    place.hills === 'high'
      ? hillside(canvas, 13, 0.75)
      : place.hills === 'low'
        ? hillside(canvas, 7, 0.7)
        : '',
    place.hills === 'high' ? hillside(canvas, 8, 0.45) : '',
    place.hills === 'terraces' ? terraces(canvas) : '',
    skyline(canvas, place, 0.82, 0.75),
    skyline(canvas, place, 0.5, 0.55),
    landmarkRow(canvas, place, seen),
    place.water ? water(canvas) : '',
    place.roofs === 'none' ? '' : roofs(canvas, place),
    foreground(canvas, place),
  ].join('')
}

function sky({ width, height, horizon, unit, stage, random }: Canvas): string {
  const { mood } = stage
  const [top, middle, low] = mood.sky
  const id = stage.define(
    'sky',
    (name) =>
      `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="${n(horizon)}"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
  )
  const parts = [`<rect width="${width}" height="${height}" fill="url(#${id})"/>`]
  if (mood.disc) {
    const x = width * random.between(0.3, 0.7)
    const y = horizon - height * mood.disc.height
    const radius = height * mood.disc.radius
    parts.push(
      `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * 3)}" fill="${mood.disc.color}" opacity=".16"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${mood.disc.color}"/>`,
    )
  }
  if (mood.cityLights > 0.45)
    for (let i = 0; i < 60; i++)
      parts.push(
        `<circle cx="${n(random.between(0, width))}" cy="${n(random.between(0, horizon * 0.8))}" r="${n(random.between(0.5, 1.4))}" fill="#fff" opacity="${n(random.between(0.3, 0.8))}"/>`,
      )
  for (let i = 0; i < 9; i++) {
    const [x, y, w] = [
      random.between(-5, 100) * unit,
      horizon - random.between(6, 34) * unit,
      random.between(8, 20) * unit,
    ]
    parts.push(cloud(x, y, w, mood.clouds, mood.cityLights > 0.45 ? 0.25 : 0.6))
  }
  return parts.join('')
}

const cloud = (x: number, y: number, w: number, color: string, opacity: number) =>
  `<path d="M${n(x)} ${n(y)}h${n(w)}a${n(w * 0.08)} ${n(w * 0.08)} 0 0 0 ${n(-w * 0.1)} ${n(-w * 0.1)}a${n(w * 0.16)} ${n(w * 0.16)} 0 0 0 ${n(-w * 0.3)} ${n(-w * 0.08)}a${n(w * 0.13)} ${n(w * 0.13)} 0 0 0 ${n(-w * 0.26)} ${n(w * 0.06)}a${n(w * 0.09)} ${n(w * 0.09)} 0 0 0 ${n(-w * 0.34)} ${n(w * 0.12)}z" fill="${color}" opacity="${opacity}"/>`

/** Draws a row of towers. `far` fades them into the haze. */
function skyline(
  { width, horizon, unit, stage, random }: Canvas,
  place: Place,
  far: number,
  density: number,
): string {
  if (place.towers < 0.1) return ''
  const { mood } = stage
  const parts: string[] = []
  const body = mix(mood.near, mood.haze, far)
  for (let x = -3 * unit; x < width;) {
    const w = random.between(1.6, 4.2) * unit
    const tall = (2 + random.next() ** 1.8 * 20 * place.towers) * unit * (far > 0.7 ? 1.25 : 1)
    if (random.chance(density)) {
      const color = mix(body, random.pick(place.walls), 0.22 * (1 - far) + 0.06)
      parts.push(
        tower(x, horizon - tall, w, tall + unit * 14, multiplySky(color, stage), stage, random),
      )
    }
    x += w * random.between(0.75, 1.4)
  }
  return parts.join('')
}

const multiplySky = (color: string, stage: Stage) =>
  stage.mood.cityLights > 0.3 ? mix(color, stage.mood.near, 0.45) : color

function tower(
  x: number,
  y: number,
  w: number,
  h: number,
  color: string,
  stage: Stage,
  random: Random,
): string {
  const side = stage.sun[0] < 0 ? x : x + w * 0.68
  const parts = [
    random.chance(0.3)
      ? `<rect x="${n(x + w * 0.3)}" y="${n(y - w * 0.35)}" width="${n(w * 0.4)}" height="${n(w * 0.4)}" fill="${color}"/>`
      : '',
    random.chance(0.2)
      ? `<rect x="${n(x + w * 0.47)}" y="${n(y - w * 0.9)}" width="${n(w * 0.06)}" height="${n(w)}" fill="${color}"/>`
      : '',
    `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${color}"/>`,
    `<rect x="${n(side)}" y="${n(y)}" width="${n(w * 0.32)}" height="${n(h)}" fill="${darken(color, 0.12)}"/>`,
  ]
  parts.push(panes(x, y, w, h, stage, random, lighten(color, 0.16)))
  return parts.join('')
}

/** Draws a grid of small windows, some of them lit. */
function panes(
  x: number,
  y: number,
  w: number,
  h: number,
  stage: Stage,
  random: Random,
  idle: string,
): string {
  const step = stage.camera.width / 150
  const dark: string[] = []
  const lit: string[] = []
  for (let px = x + step * 0.5; px < x + w - step * 0.7; px += step)
    for (let py = y + step * 0.7; py < y + Math.min(h, step * 26) - step; py += step * 1.35) {
      const d = `M${n(px)} ${n(py)}h${n(step * 0.5)}v${n(step * 0.7)}h${n(-step * 0.5)}z`
      if (random.chance(stage.mood.cityLights)) lit.push(d)
      else if (random.chance(0.75)) dark.push(d)
    }
  return `<path d="${dark.join('')}" fill="${idle}" opacity=".6"/>${lit.length ? `<path d="${lit.join('')}" fill="#ffd98a"/>` : ''}`
}

function landmarkRow(
  { width, horizon, unit, stage, random }: Canvas,
  place: Place,
  seen: readonly number[],
): string {
  const { mood } = stage
  const spots = [...seen, ...random.shuffle([0.34, 0.5, 0.66, 0.22, 0.8]).map((at) => at * width)]
  // Landmarks are darker than the distant towers by day, and lighter at night.
  const near = mix(mood.near, mood.haze, 0.1)
  const color = mood.cityLights > 0.3 ? lighten(near, 0.2) : near
  return place.landmarks
    .map((name, index) => {
      const wide = /sails|temple|triple|dome|gateway|arch|observatory/.test(name)
      const size = (wide ? 6.5 : 9.5) * unit
      const lift =
        name === 'temple' || name === 'observatory' || (name === 'needle' && place.hills)
          ? 4.5 * unit
          : 0
      const x = spots[index % spots.length]! + random.between(-1, 1) * unit
      const shade = stage.define(
        'landmark',
        (id) =>
          `<linearGradient id="${id}"><stop stop-color="${lighten(color, 0.16)}"/><stop offset=".5" stop-color="${color}"/><stop offset="1" stop-color="${darken(color, 0.14)}"/></linearGradient>`,
      )
      return `<path transform="translate(${n(x)} ${n(horizon - lift + unit)}) scale(${n(size)})" d="${landmarks[name]!}" fill="url(#${shade})" fill-rule="evenodd"/>`
    })
    .join('')
}

function water({ width, horizon, unit, stage, random }: Canvas): string {
  const [top, , low] = stage.mood.sky
  const id = stage.define(
    'water',
    (name) =>
      `<linearGradient id="${name}" x1="0" x2="0" y1="0" y2="1"><stop stop-color="${mix(low, top, 0.35)}"/><stop offset="1" stop-color="${mix(top, stage.mood.near, 0.5)}"/></linearGradient>`,
  )
  const parts = [
    `<rect y="${n(horizon + unit * 0.4)}" width="${width}" height="${n(unit * 40)}" fill="url(#${id})"/>`,
  ]
  for (let i = 0; i < 70; i++) {
    const y = horizon + unit * (0.7 + random.next() ** 2 * 14)
    parts.push(
      `<rect x="${n(random.between(0, width))}" y="${n(y)}" width="${n(unit * random.between(0.8, 4))}" height="${n(unit * 0.12)}" rx="${n(unit * 0.06)}" fill="${lighten(low, 0.3)}" opacity=".5"/>`,
    )
  }
  return parts.join('')
}

/** Draws the nearest houses of the street. */
function roofs(canvas: Canvas, place: Place): string {
  const { width, horizon, unit, stage, random } = canvas
  const base = horizon + (place.water ? 7 : 4) * unit
  const parts: string[] = []
  for (let x = -4 * unit; x < width;) {
    const w = random.between(4.5, 8) * unit
    const tall = random.between(2, 6.5) * unit * (place.roofs === 'gables' ? 1.35 : 1)
    const wall = multiply(
      mix(random.pick(place.walls), stage.mood.near, stage.mood.cityLights > 0.3 ? 0.62 : 0.16),
      stage.mood.ambient,
    )
    const roof = multiply(
      mix(place.roof, stage.mood.near, stage.mood.cityLights > 0.3 ? 0.6 : 0.16),
      stage.mood.ambient,
    )
    parts.push(house(canvas, place.roofs, x, base - tall, w, wall, roof))
    x += w
  }
  return parts.join('')
}

function house(
  { unit, stage, random, height }: Canvas,
  kind: Place['roofs'],
  x: number,
  y: number,
  w: number,
  wall: string,
  roof: string,
): string {
  const body = `<rect x="${n(x)}" y="${n(y)}" width="${n(w + 0.6)}" height="${n(height)}" fill="${wall}"/><rect x="${n(x + w * 0.86)}" y="${n(y)}" width="${n(w * 0.14)}" height="${n(height)}" fill="${darken(wall, 0.1)}"/>`
  const top = {
    none: '',
    flat: `<rect x="${n(x - unit * 0.15)}" y="${n(y - unit * 0.4)}" width="${n(w + unit * 0.3)}" height="${n(unit * 0.55)}" fill="${roof}"/>${random.chance(0.3) ? tank(x + w * 0.4, y, unit, roof) : ''}`,
    pitched: `<path d="M${n(x - unit * 0.2)} ${n(y)}L${n(x + w / 2)} ${n(y - w * 0.42)}L${n(x + w + unit * 0.2)} ${n(y)}Z" fill="${roof}"/>${chimney(x + w * 0.72, y - w * 0.34, unit, wall)}`,
    mansard: `<path d="M${n(x)} ${n(y)}L${n(x + w * 0.07)} ${n(y - unit * 1.9)}H${n(x + w * 0.93)}L${n(x + w)} ${n(y)}Z" fill="${roof}"/>${chimney(x + w * 0.8, y - unit * 2, unit, wall)}${chimney(x + w * 0.16, y - unit * 2, unit, wall)}`,
    gables: `<path d="M${n(x)} ${n(y)}h${n(w * 0.14)}v${n(-w * 0.2)}h${n(w * 0.16)}v${n(-w * 0.2)}h${n(w * 0.1)}q${n(w * 0.1)} ${n(-w * 0.18)} ${n(w * 0.2)} 0h${n(w * 0.1)}v${n(w * 0.2)}h${n(w * 0.16)}v${n(w * 0.2)}h${n(w * 0.14)}z" fill="${wall}"/>`,
    tiled: `<path d="M${n(x - unit * 0.3)} ${n(y)}L${n(x + w * 0.18)} ${n(y - unit * 1.5)}H${n(x + w * 0.82)}L${n(x + w + unit * 0.3)} ${n(y)}Z" fill="${roof}"/>`,
  }[kind]
  return body + top + houseWindows(x, y, w, unit, stage, random, wall)
}

function houseWindows(
  x: number,
  y: number,
  w: number,
  unit: number,
  stage: Stage,
  random: Random,
  wall: string,
): string {
  const count = Math.max(2, Math.round(w / (unit * 1.9)))
  const parts: string[] = []
  for (let row = 0; row < 5; row++)
    for (let i = 0; i < count; i++) {
      const lit = random.chance(stage.mood.cityLights * 1.2)
      parts.push(
        `<rect x="${n(x + (w * (i + 0.5)) / count - unit * 0.4)}" y="${n(y + unit * (0.9 + row * 2.3))}" width="${n(unit * 0.8)}" height="${n(unit * 1.3)}" fill="${lit ? '#ffd58a' : darken(wall, 0.36)}"/>`,
      )
    }
  return parts.join('')
}

const chimney = (x: number, y: number, unit: number, color: string) =>
  `<rect x="${n(x)}" y="${n(y - unit * 0.6)}" width="${n(unit * 0.7)}" height="${n(unit * 1.4)}" fill="${darken(color, 0.15)}"/>`

const tank = (x: number, y: number, unit: number, color: string) =>
  `<path d="M${n(x)} ${n(y)}v${n(-unit * 2)}l${n(unit)} ${n(-unit * 0.8)}l${n(unit)} ${n(unit * 0.8)}v${n(unit * 2)}h${n(-unit * 0.25)}v${n(-unit * 0.7)}h${n(-unit * 1.5)}v${n(unit * 0.7)}z" fill="${darken(color, 0.15)}"/>`

function foreground(canvas: Canvas, place: Place): string {
  const parts: string[] = []
  const ground = canvas.horizon + canvas.unit * 8
  if (place.trees || place.roofs === 'none') parts.push(lane(canvas, ground))
  if (place.trees)
    for (let x = 0; x < 100; x += canvas.random.between(6, 13))
      parts.push(roundTree(canvas, x * canvas.unit, ground))
  if (place.palms)
    for (let x = canvas.random.between(2, 10); x < 100; x += canvas.random.between(11, 22))
      parts.push(palmTree(canvas, x * canvas.unit, ground + canvas.unit * 4))
  return parts.join('')
}
