import type { Point } from './camera.ts'
import { darken, lighten } from './color.ts'
import { drawOutside } from './outside.ts'
import type { Room } from './room.ts'
import type { Stage } from './stage.ts'
import { path } from './svg-path.ts'
import type { Wall, WallName } from './wall.ts'

export type WindowPlan = {
  wall: WallName
  /** `u` is the center along the wall, `sill` the height of the sill, in meters. */
  u: number
  sill: number
  width: number
  height: number
  columns: number
  rows: number
  arched?: boolean
  frame: string
  /** `bar` is the thickness of the bars in meters. */
  bar?: number
}

const revealDepth = 0.22

/** Cuts windows into a room, with the view outside and the light through them. */
export function openWindows(room: Room, place: string, plans: readonly WindowPlan[]): void {
  const { stage } = room
  const main = plans[0]
  if (main) turnSun(stage, main.wall)
  const seen = plans
    .filter((plan) => plan.wall === 'back' || plans.every(({ wall }) => wall !== 'back'))
    .map((plan) => room.wall(plan.wall).at(plan.u, plan.sill + plan.height / 2))
    .filter((point) => stage.camera.depth(point) > 0.5)
    .map((point) => stage.camera.spot(point)[0])
    .filter((x) => x > 0 && x < stage.camera.width)
  const order = stage.apart(() => stage.random.shuffle(seen))
  const outside = stage.define(
    `outside ${place}`,
    (id) => `<g id="${id}">${stage.apart(() => drawOutside(stage, place, order))}</g>`,
  )
  for (const plan of plans) openWindow(room, plan, outside)
}

/** Sets the light's direction, so that it enters through the room's main windows. */
export function turnSun(stage: Stage, wall: WallName): void {
  const fall = -stage.mood.beam.steepness
  const drift = stage.random.between(-0.35, 0.35)
  if (wall === 'back') stage.sun = [drift || 0.2, fall, -1]
  else stage.sun = [wall === 'left' ? 1 : -1, fall, Math.abs(drift) * -0.8]
}

function openWindow(room: Room, plan: WindowPlan, outside: string): void {
  const { stage } = room
  const wall = room.wall(plan.wall)
  const shape = outline(plan)
  const beyond = shape.map(([u, v]) => wall.at(u, v, revealDepth))
  const clip = stage.define(
    `clip ${JSON.stringify(plan)}`,
    (id) =>
      `<clipPath id="${id}"><path d="${path(stage.camera.outline(shape.map(([u, v]) => wall.at(u, v))))}"/></clipPath>`,
  )
  stage.emit(`<g clip-path="url(#${clip})"><use href="#${outside}"/>`)
  const glow = stage.mood.lamps > 0.8 ? 0.05 : 0.14
  stage.paint(beyond, '#ffffff', { opacity: glow })
  bars(wall, plan)
  reveal(wall, shape)
  stage.emit('</g>')
  casing(wall, plan)
  light(room, wall, plan)
}

/** Returns the opening's corners as (u, v), clockwise from the lower left. */
function outline(plan: WindowPlan): [number, number][] {
  const [left, right] = [plan.u - plan.width / 2, plan.u + plan.width / 2]
  const top = plan.sill + plan.height
  if (!plan.arched)
    return [
      [left, plan.sill],
      [left, top],
      [right, top],
      [right, plan.sill],
    ]
  const arc = Array.from({ length: 17 }, (_, i): [number, number] => {
    const u = left + (plan.width * (1 - Math.cos((Math.PI * i) / 16))) / 2
    return [u, crown(plan, u)]
  })
  return [[left, plan.sill], ...arc, [right, plan.sill]]
}

/** Returns the height of the opening's upper edge at `u`. */
function crown(plan: WindowPlan, u: number): number {
  const top = plan.sill + plan.height
  if (!plan.arched) return top
  const radius = plan.width / 2
  const off = Math.min(radius, Math.abs(u - plan.u))
  return top - radius + Math.sqrt(radius * radius - off * off)
}

function reveal(wall: Wall, shape: [number, number][]): void {
  shape.forEach(([u, v], index) => {
    const [nextU, nextV] = shape[(index + 1) % shape.length]!
    const sill = index === shape.length - 1
    const side = Math.abs(v - nextV) > Math.abs(u - nextU)
    const tone = wall.tone(
      sill ? lighten(wall.color, 0.5) : darken(wall.color, side ? 0.12 : 0.24),
      sill ? 0.3 : 0.1,
    )
    wall.stage.paint(
      [
        wall.at(u, v),
        wall.at(nextU, nextV),
        wall.at(nextU, nextV, revealDepth),
        wall.at(u, v, revealDepth),
      ],
      tone,
      { soften: 1 },
    )
  })
}

function bars(wall: Wall, plan: WindowPlan): void {
  const bar = plan.bar ?? 0.05
  const tone = wall.tone(plan.frame, -0.05)
  const edge = wall.tone(lighten(plan.frame, 0.22), 0.1)
  const [left, top] = [plan.u - plan.width / 2, plan.sill + plan.height]
  const upright = (u: number, wide: number) => {
    wall.rect(u - wide / 2, plan.sill, u + wide / 2, top, tone, revealDepth - 0.02)
    wall.rect(u - wide / 2, plan.sill, u - wide / 2 + wide * 0.28, top, edge, revealDepth - 0.02)
  }
  for (let row = 0; row <= plan.rows; row++) {
    const v = plan.sill + (plan.height * row) / plan.rows
    const thick = row === 0 || row === plan.rows ? bar * 1.5 : bar
    wall.rect(left, v - thick / 2, left + plan.width, v + thick / 2, tone, revealDepth - 0.02)
  }
  for (let column = 0; column <= plan.columns; column++)
    upright(left + (plan.width * column) / plan.columns, column % plan.columns ? bar : bar * 2)
  if (plan.arched) {
    const arc = outline(plan)
      .slice(1, -1)
      .map(([u, v]) => wall.at(u, v, revealDepth - 0.02))
    wall.stage.stroke(arc, tone, bar * 2)
  }
}

/** Draws a sill board and a thin frame around the opening. */
function casing(wall: Wall, plan: WindowPlan): void {
  const [left, right] = [plan.u - plan.width / 2, plan.u + plan.width / 2]
  if (plan.sill < 0.15) return
  wall.rect(
    left - 0.08,
    plan.sill - 0.07,
    right + 0.08,
    plan.sill,
    wall.tone(lighten(wall.color, 0.45), 0.1),
    -0.07,
  )
  wall.rect(
    left - 0.08,
    plan.sill - 0.14,
    right + 0.08,
    plan.sill - 0.07,
    wall.tone(darken(wall.color, 0.2)),
    0,
  )
}

/** Draws the light of each pane on the floor, and the shaft of light in the air. */
function light(room: Room, wall: Wall, plan: WindowPlan): void {
  const { stage } = room
  const [sx, sy, sz] = stage.sun
  const fall = ([x, y, z]: Point): Point => [x - (sx * y) / sy, 0, z - (sz * y) / sy]
  const gap = 0.04
  for (let column = 0; column < plan.columns; column++)
    for (let row = 0; row < plan.rows; row++) {
      const u0 = plan.u - plan.width / 2 + (plan.width * column) / plan.columns + gap
      const u1 = u0 + plan.width / plan.columns - gap * 2
      const v0 = plan.sill + (plan.height * row) / plan.rows + gap
      const v1 = v0 + plan.height / plan.rows - gap * 2
      const steps = [0, 0.25, 0.5, 0.75, 1].map((t) => u1 + (u0 - u1) * t)
      if (Math.max(...steps.map((u) => crown(plan, u))) < v0) continue
      const pane = [
        wall.at(u0, v0),
        wall.at(u1, v0),
        ...steps.map((u) => wall.at(u, Math.max(v0, Math.min(v1, crown(plan, u))))),
      ]
      stage.pool(pane.map(fall))
    }
  shaft(room, wall, plan, fall)
}

function shaft(room: Room, wall: Wall, plan: WindowPlan, fall: (point: Point) => Point): void {
  const { stage } = room
  const { beam } = stage.mood
  const middle = plan.sill + plan.height / 2
  stage.glow(wall.at(plan.u, middle, -0.2), plan.height * 1.05, beam.color, beam.strength * 0.26)
  if (beam.strength < 0.3 || wall.name === 'back') return
  const [left, right, top] = [
    plan.u - plan.width / 2,
    plan.u + plan.width / 2,
    plan.sill + plan.height,
  ]
  const inside = (u: number, v: number): Point => {
    const [x, y, z] = fall(wall.at(u, v))
    return [Math.max(-room.halfWidth, Math.min(room.halfWidth, x)), y, Math.min(room.depth, z)]
  }
  stage.shaft([
    ...wall.corners(left, plan.sill, right, top),
    inside(left, plan.sill),
    inside(right, plan.sill),
    inside(right, top),
    inside(left, top),
  ])
}
