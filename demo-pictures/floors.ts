import type { Point } from './camera.ts'
import { darken, lighten, mix } from './color.ts'
import { behindCamera } from './extent.ts'
import type { Stage } from './stage.ts'

export type FloorName =
  'planks' | 'herringbone' | 'concrete' | 'tiles' | 'checker' | 'terrazzo' | 'deck' | 'smooth'

type Ground = {
  width: number
  depth: number
}

export function layFloor(stage: Stage, ground: Ground, name: FloorName, color: string): void {
  const half = ground.width / 2
  stage.paint(quad(-half, behindCamera, half, ground.depth), stage.tone(color, 0.62), { soften: 1 })
  surfaces[name](stage, ground, color)
  sheen(stage, ground)
}

const surfaces: Record<FloorName, (stage: Stage, ground: Ground, color: string) => void> = {
  planks: (stage, ground, color) => boards(stage, ground, color, 0.2, 0),
  deck: (stage, ground, color) => boards(stage, ground, color, 0.16, 0.014),
  herringbone: chevron,
  concrete: (stage, ground, color) => slabs(stage, ground, color, 3.2, 0.012),
  tiles: (stage, ground, color) => slabs(stage, ground, color, 0.7, 0.014),
  checker,
  terrazzo,
  smooth: () => {},
}

function boards(
  stage: Stage,
  { width, depth }: Ground,
  color: string,
  wide: number,
  gap: number,
): void {
  const { random } = stage
  for (let x = -width / 2; x < width / 2 - 0.01; x += wide)
    for (let z = behindCamera + random.between(-2, 0); z < depth;) {
      const long = random.between(1.4, 2.6)
      const tint = mix(
        color,
        random.pick(['#5a3217', '#fff0d6', color]),
        random.between(0.01, 0.13),
      )
      const [near, far] = [Math.max(behindCamera, z), Math.min(depth, z + long)]
      if (far > near)
        stage.paint(
          quad(x + gap, near, Math.min(width / 2, x + wide), far),
          stage.tone(tint, 0.62),
          { soften: gap ? 0 : 0.7 },
        )
      z += long
    }
  const seam = stage.tone(darken(color, 0.22), 0.5)
  for (let x = -width / 2 + wide; x < width / 2; x += wide)
    stage.paint(quad(x - 0.004, behindCamera, x + 0.004, depth), seam, { opacity: 0.6 })
}

/** Draws French chevrons: columns of slanting boards that meet in a point. */
function chevron(stage: Stage, { width, depth }: Ground, color: string): void {
  const { random } = stage
  const columns = Math.round(width / 0.62)
  const [wide, high] = [width / columns, 0.17]
  for (let column = 0; column < columns; column++) {
    const [left, right] = [-width / 2 + column * wide, -width / 2 + (column + 1) * wide]
    const [atLeft, atRight] = column % 2 ? [wide * 0.8, 0] : [0, wide * 0.8]
    for (let z = -2.4; z < depth; z += high) {
      const tint = mix(color, random.pick(['#5a3217', '#fff0d6']), random.between(0.01, 0.1))
      const corner = (x: number, far: number): Point => [x, 0, Math.min(depth, far)]
      stage.paint(
        [
          corner(left, z + atLeft + high),
          corner(right, z + atRight + high),
          corner(right, z + atRight),
          corner(left, z + atLeft),
        ],
        stage.tone(column % 2 ? darken(tint, 0.07) : tint, 0.62),
        { soften: 0.4 },
      )
    }
  }
}

function slabs(
  stage: Stage,
  { width, depth }: Ground,
  color: string,
  size: number,
  gap: number,
): void {
  const { random } = stage
  for (let x = -width / 2; x < width / 2 - 0.02; x += size)
    for (let z = -2.1; z < depth - 0.02; z += size) {
      const tint = mix(color, random.pick(['#ffffff', '#3a3a4a']), random.between(0, 0.07))
      stage.paint(
        quad(x + gap, z + gap, Math.min(x + size, width / 2), Math.min(z + size, depth)),
        stage.tone(tint, 0.64),
      )
    }
}

function checker(stage: Stage, { width, depth }: Ground, color: string): void {
  const size = 0.6
  const pair = [lighten(color, 0.62), darken(color, 0.42)] as const
  for (let column = 0; column * size < width; column++)
    for (let row = -4; row * size < depth; row++) {
      const x = -width / 2 + column * size
      const paint = stage.tone(pair[((column + row) % 2) & 1]!, 0.62)
      stage.paint(
        quad(x, row * size, Math.min(x + size, width / 2), Math.min(depth, (row + 1) * size)),
        paint,
        { soften: 0.4 },
      )
    }
}

function terrazzo(stage: Stage, ground: Ground, color: string): void {
  const { random, palette } = stage
  const chips = [
    palette.feature,
    palette.second,
    lighten(color, 0.5),
    darken(color, 0.3),
    palette.spark,
  ]
  for (let i = 0; i < 520; i++) {
    const x = random.between(-ground.width / 2, ground.width / 2)
    const z = random.between(-1.5, ground.depth)
    const size = random.between(0.02, 0.06)
    const shape = Array.from({ length: 4 }, (_, k): Point => {
      const angle = (k / 4) * 6.28 + random.between(-0.5, 0.5)
      return [x + Math.cos(angle) * size, 0, z + Math.sin(angle) * size]
    })
    stage.paint(shape, stage.tone(random.pick(chips), 0.62), { opacity: 0.65 })
  }
}

/** Tints the far floor with the light that grazes it. */
function sheen(stage: Stage, { width, depth }: Ground): void {
  const top = stage.camera.spot([0, 0, depth])[1]
  const id = stage.define(
    'sheen',
    (name) =>
      `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${top}" y2="${stage.camera.height}"><stop stop-color="${stage.mood.lit}" stop-opacity=".3"/><stop offset=".45" stop-color="${stage.mood.lit}" stop-opacity="0"/><stop offset="1" stop-color="${stage.mood.shade}" stop-opacity=".22"/></linearGradient>`,
  )
  stage.paint(quad(-width / 2, behindCamera, width / 2, depth), `url(#${id})`)
}

const quad = (x0: number, z0: number, x1: number, z1: number): Point[] => [
  [x0, 0, z1],
  [x1, 0, z1],
  [x1, 0, z0],
  [x0, 0, z0],
]
