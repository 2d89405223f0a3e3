import { darken, lighten, mix } from '../color.ts'
import { layFloor } from '../floors.ts'
import type { Frame } from '../frame.ts'
import { plant } from '../furniture/plants.ts'
import { bench } from '../furniture/seating.ts'
import { behindCamera } from '../extent.ts'
import { drawOutside } from '../outside.ts'
import { places } from '../places.ts'
import type { Scene, Size } from '../scene.ts'
import type { Stage } from '../stage.ts'
import { Wall } from '../wall.ts'

/** The street side of the house: door, shop windows and pots on the sidewalk. */
export const entrance: Scene = {
  size: (random) => ({
    width: random.between(9.5, 11.5),
    height: random.pick([random.between(4.3, 4.8), 7.4, 7.4]),
    depth: random.between(6.2, 6.8),
  }),
  views: ({ width }, random) => {
    const side = random.chance(0.5) ? 1 : -1
    return [
      { x: side * 0.9, y: 1.6, z: -1.2, yaw: side * -7, focal: 0.72, horizon: 0.64 },
      { x: side * width * 0.26, y: 1.6, z: -0.6, yaw: side * -20, focal: 0.72, horizon: 0.63 },
      { x: -side * 1.4, y: 1.6, z: 0, yaw: side * 9, focal: 0.78, horizon: 0.62 },
    ]
  },
  draw(stage, size, place) {
    const { palette, random } = stage
    stage.sun = [random.pick([0.6, -0.6]), -1, 0.55]
    stage.emit(stage.apart(() => drawOutside(stage, place)))
    const sidewalk = mix('#c9c2b6', palette.floor, 0.15)
    layFloor(stage, { width: 40, depth: size.depth }, 'tiles', sidewalk)
    neighbors(stage, size, place)
    const wallColor = mix(random.pick(places[place]!.walls), palette.wall, 0.3)
    const front = new Wall(stage, 'back', size, wallColor)
    front.paint()
    const texture = stage.arrangement(['brick', 'plaster', 'panels'])
    if (texture === 'brick') front.bricks(wallColor)
    if (texture === 'panels') front.slats(palette.wood, front.from, front.to, 0, 0.9)
    front.rect(front.from, 0, front.to, 0.42, front.tone(darken(wallColor, 0.3)), -0.06)
    const doorBay = random.pick([-1, 0, 1])
    const bay = size.width / 3
    for (const index of [-1, 0, 1])
      if (index === doorBay) door(front, index * bay)
      else shopWindow(front, index * bay, bay * 0.74)
    if (size.height > 6)
      for (let u = front.from + 0.7; u < front.to - 1.2; u += 1.75) upperWindow(front, u)
    cornice(front)
    furnish(stage, size, doorBay * bay, bay)
    return {
      floorOutline: () => [
        [-20, 0, size.depth],
        [20, 0, size.depth],
        [20, 0, behindCamera],
        [-20, 0, behindCamera],
      ],
    }
  },
}

/** Draws the houses to the left and right, a little further back and in other colors. */
function neighbors(stage: Stage, size: Size, place: string): void {
  const walls = places[place]!.walls
  for (const side of [-1, 1]) {
    const plan = { width: 9, height: size.height + side * 0.4 + 0.1, depth: size.depth + 0.12 }
    const wall = new Wall(stage, 'back', plan, mix(stage.random.pick(walls), '#8b8580', 0.25))
    const edge = (side * size.width) / 2
    const [u0, u1] = side < 0 ? [edge - 8, edge] : [edge, edge + 8]
    wall.rect(u0, 0, u1, plan.height, stage.falling(wall.tone(), 0.16))
    wall.rect(u0, plan.height - 0.22, u1, plan.height, wall.tone(darken(wall.color, 0.18)), -0.1)
    for (let u = u0 + 1; u < u1 - 0.6; u += 1.9)
      for (const v of [0.9, 3]) {
        wall.rect(u, v, u + 0.95, v + 1.35, wall.tone(lighten(wall.color, 0.4)), -0.03)
        wall.rect(u + 0.08, v + 0.08, u + 0.87, v + 1.27, paneColor(stage), -0.03)
      }
  }
}

/** Window glass mirrors the sky by day, and shows lit rooms after dark. */
const paneColor = (stage: Stage) =>
  stage.mood.lamps > 0.6 ? '#f6c77d' : mix(stage.mood.sky[1], '#4d5f73', 0.55)

function door(wall: Wall, u: number): void {
  const { stage } = wall
  const { palette } = stage
  const color = stage.random.pick([palette.feature, palette.fabric, palette.spark])
  const leaf = mix(color, '#2a2c34', 0.2)
  wall.rect(u - 0.82, 0, u + 0.82, 2.95, wall.tone(lighten(wall.color, 0.5)), -0.08)
  wall.rect(u - 0.66, 0.05, u + 0.66, 2.8, wall.tone(darken(leaf, 0.35)), -0.09)
  wall.rect(u - 0.6, 2.3, u + 0.6, 2.72, paneColor(stage), -0.1)
  for (const [a, b] of [
    [u - 0.6, u - 0.02],
    [u + 0.02, u + 0.6],
  ] as const) {
    wall.rect(a, 0.05, b, 2.2, wall.tone(leaf, 0.05), -0.1)
    wall.rect(a + 0.1, 1.15, b - 0.1, 2.05, paneColor(stage), -0.11)
    wall.frame(a + 0.1, 0.2, b - 0.1, 0.95, 0.03, wall.tone(darken(leaf, 0.25)), -0.11)
  }
  wall.rect(u + 0.06, 0.98, u + 0.1, 1.3, wall.tone('#d9b562', 0.2), -0.13)
  // Draws the plate with the door bells.
  wall.rect(u + 0.98, 1.25, u + 1.18, 1.6, wall.tone('#cfc8ba', 0.1), -0.04)
  for (const v of [1.32, 1.42, 1.52])
    wall.rect(u + 1.02, v, u + 1.06, v + 0.03, wall.tone('#4b4d57'), -0.05)
  awning(wall, u, 1.15, 3.05, color)
  for (const x of [u - 1.05, u + 1.05]) {
    wall.rect(x - 0.07, 2.2, x + 0.07, 2.5, wall.tone('#2f3139'), -0.14)
    wall.rect(x - 0.05, 2.23, x + 0.05, 2.42, '#ffe3a8', -0.16)
    stage.glow(wall.at(x, 2.3, -0.2), 1.1, '#ffca7a', stage.mood.lamps * 0.8)
  }
}

function awning(wall: Wall, u: number, half: number, v: number, color: string): void {
  const { stage } = wall
  const stripes = 8
  const step = (2 * half) / stripes
  for (let i = 0; i < stripes; i++) {
    const [a, b] = [u - half + i * step, u - half + (i + 1) * step]
    const paint = stage.tone(i % 2 ? '#f6efe2' : color, 0.7)
    stage.paint(
      [
        wall.at(a, v + 0.42, -0.05),
        wall.at(b, v + 0.42, -0.05),
        wall.at(b, v, -0.75),
        wall.at(a, v, -0.75),
      ],
      paint,
      { soften: 0.6 },
    )
    stage.paint(
      [
        wall.at(a, v, -0.75),
        wall.at(b, v, -0.75),
        wall.at(b, v - 0.16, -0.76),
        wall.at(a, v - 0.16, -0.76),
      ],
      stage.tone(i % 2 ? '#e6dccb' : darken(color, 0.1), 0.5),
      { soften: 0.6 },
    )
  }
}

function shopWindow(wall: Wall, u: number, width: number): void {
  const { stage } = wall
  const { palette, random } = stage
  const [u0, u1, v0, v1] = [u - width / 2, u + width / 2, 0.62, 2.95]
  const frame = mix(palette.dark, palette.feature, 0.35)
  const isDark = stage.mood.lamps > 0.6
  wall.rect(u0 - 0.1, v0 - 0.1, u1 + 0.1, v1 + 0.1, wall.tone(frame), -0.05)
  const inside = isDark ? '#f3c37a' : mix(palette.feature, '#3d4350', 0.45)
  wall.rect(u0, v0, u1, v1, stage.falling(inside, 0.35), -0.05)
  // Draws a shelf, a plant and two lamps in the room.
  const tone = (color: string) => mix(color, inside, isDark ? 0.35 : 0.5)
  wall.rect(u0 + 0.1, v0, u0 + width * 0.42, v0 + 0.75, tone(palette.wood), -0.05)
  for (let i = 0; i < 5; i++)
    wall.rect(
      u0 + 0.16 + i * width * 0.075,
      v0 + 0.75,
      u0 + 0.16 + i * width * 0.075 + width * 0.05,
      v0 + 0.75 + random.between(0.12, 0.42),
      tone(random.pick([palette.spark, palette.second, palette.fabric, '#f1e9da'])),
      -0.05,
    )
  for (const share of [0.55, 0.8]) {
    const x = u0 + width * share
    wall.rect(x - 0.012, v1 - 0.7, x + 0.012, v1, tone('#2a2b33'), -0.05)
    wall.rect(x - 0.17, v1 - 0.9, x + 0.17, v1 - 0.7, isDark ? '#ffe7b5' : tone('#f6e2b5'), -0.05)
    stage.glow(wall.at(x, v1 - 0.85, -0.1), 0.9, '#ffca7a', stage.mood.lamps * 0.6)
  }
  const mirrored = [
    [0.08, 0],
    [0.3, 0],
    [0.62, 1],
    [0.4, 1],
  ] as const
  stage.paint(
    mirrored.map(([t, v]) => wall.at(u0 + width * t, v0 + (v1 - v0) * v, -0.06)),
    '#ffffff',
    { opacity: isDark ? 0.07 : 0.16 },
  )
  for (const share of [1 / 3, 2 / 3])
    wall.rect(
      u0 + width * share - 0.025,
      v0,
      u0 + width * share + 0.025,
      v1,
      wall.tone(frame),
      -0.07,
    )
  wall.rect(u0, v1 - 0.55, u1, v1 - 0.5, wall.tone(frame), -0.07)
  wall.rect(u0 - 0.16, v0 - 0.16, u1 + 0.16, v0 - 0.06, wall.tone(lighten(wall.color, 0.5)), -0.16)
}

/** Draws a window of the upper floor. Most pictures do not show this floor. */
function upperWindow(wall: Wall, u: number): void {
  const { stage } = wall
  const [v0, v1] = [3.95, 5.75]
  const isLit = stage.mood.lamps > 0.6 && stage.random.chance(0.55)
  const pane = isLit ? '#f6c77d' : mix(stage.mood.sky[1], '#3f4d60', 0.62)
  wall.rect(u - 0.08, v0 - 0.08, u + 1.13, v1 + 0.08, wall.tone(lighten(wall.color, 0.45)), -0.05)
  wall.rect(u, v0, u + 1.05, v1, stage.falling(pane, 0.2), -0.05)
  wall.rect(u + 0.5, v0, u + 0.55, v1, wall.tone('#f3eee4', 0.1), -0.06)
  wall.rect(u, v0 + 1.05, u + 1.05, v0 + 1.1, wall.tone('#f3eee4', 0.1), -0.06)
  wall.rect(u - 0.14, v0 - 0.2, u + 1.19, v0 - 0.08, wall.tone(darken(wall.color, 0.16)), -0.14)
}

function cornice(wall: Wall): void {
  const { height, color } = wall
  const ledge = height > 6 ? 3.5 : height - 0.5
  wall.rect(wall.from, ledge, wall.to, ledge + 0.08, wall.tone(lighten(color, 0.35)), -0.08)
  wall.rect(wall.from, height - 0.22, wall.to, height, wall.tone(darken(color, 0.22)), -0.18)
  wall.rect(wall.from, height - 0.06, wall.to, height, wall.tone(lighten(color, 0.25)), -0.2)
}

function furnish(stage: Stage, size: Size, doorX: number, bay: number): void {
  const { palette, random } = stage
  const kind = random.pick(['olive', 'fiddle', 'palm'] as const)
  for (const side of [-1, 1])
    stage.put(doorX + side * 1.25, size.depth - 0.6, 0, (f) =>
      plant(f, kind, 1.5, mix(palette.feature, '#d9d2c6', 0.3)),
    )
  stage.put(doorX, size.depth - 0.5, 0, (f) =>
    f.box(0, 0, 0, 1.2, 0.03, 0.7, mix(palette.dark, palette.wood, 0.4), { airy: true }),
  )
  const other = doorX > 0 ? doorX - bay : doorX + bay
  stage.put(other, size.depth - 0.7, 0, (f) => bench(f, 1.9, palette.wood))
  const third = doorX === 0 ? -bay : -Math.sign(doorX) * bay
  if (random.chance(0.7)) stage.put(third, size.depth - 0.75, 0, (f) => bicycle(f, palette.spark))
  else stage.put(third, size.depth - 0.8, 0, (f) => plant(f, 'monstera', 1.1))
}

function bicycle(f: Frame, color: string): void {
  for (const x of [-0.52, 0.52]) {
    const wheel = Array.from({ length: 25 }, (_, i) => {
      const angle = (i / 24) * 2 * Math.PI
      return [x + Math.cos(angle) * 0.33, 0.34 + Math.sin(angle) * 0.33, 0] as const
    })
    f.tube(wheel, '#2b2d36', 0.035)
  }
  const parts: readonly (readonly [number, number])[][] = [
    [
      [-0.52, 0.34],
      [-0.2, 0.78],
      [0.36, 0.8],
      [-0.05, 0.34],
      [-0.52, 0.34],
    ],
    [
      [-0.22, 0.9],
      [-0.05, 0.34],
    ],
    [
      [0.52, 0.34],
      [0.34, 0.95],
      [0.2, 1],
    ],
  ]
  for (const line of parts)
    f.tube(
      line.map(([x, y]) => [x, y, 0] as const),
      color,
      0.04,
    )
  f.box(-0.22, 0.9, 0, 0.24, 0.06, 0.12, '#5a3a26', { airy: true })
}
