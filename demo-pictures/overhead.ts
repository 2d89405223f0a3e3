import type { Point } from './camera.ts'
import { darken, lighten, mix } from './color.ts'
import { behindCamera } from './extent.ts'
import type { Stage } from './stage.ts'

export type Overhead = 'none' | 'beams' | 'joists' | 'duct'

type Space = {
  width: number
  height: number
  depth: number
}

/** Draws the objects that hang from the ceiling. */
export function drawOverhead(stage: Stage, space: Space, kind: Overhead): void {
  if (kind === 'beams')
    beams(stage, space, mix(stage.palette.wood, stage.palette.dark, 0.1), 2.1, 0.26)
  if (kind === 'joists') beams(stage, space, lighten(stage.palette.ceiling, 0.15), 0.9, 0.14)
  if (kind === 'duct') duct(stage, space)
}

/** Draws beams from side to side, from far to near. */
function beams(
  stage: Stage,
  { width, height, depth }: Space,
  color: string,
  step: number,
  high: number,
): void {
  const half = width / 2
  const front = stage.tone(color, 0.4)
  const below = stage.tone(darken(color, 0.12), 0.3)
  for (let z = depth - step / 2; z > -1.5; z -= step) {
    stage.paint(sheet(-half, half, height - high, z, z + high), below, { soften: 0.6 })
    stage.paint(
      [
        [-half, height, z],
        [half, height, z],
        [half, height - high, z],
        [-half, height - high, z],
      ],
      front,
      { soften: 0.6 },
    )
  }
}

/** Draws a round duct with rings along the room. */
function duct(stage: Stage, { width, height, depth }: Space): void {
  const x = width * (stage.random.chance(0.5) ? 0.26 : -0.26)
  const [radius, y] = [0.24, height - 0.42]
  const tones = [0.22, 0.34, 0.5, 0.62, 0.5, 0.36]
  const at = (angle: number, z: number): Point => [
    x + Math.cos(angle) * radius,
    y + Math.sin(angle) * radius,
    z,
  ]
  tones.forEach((facing, i) => {
    const [a, b] = [Math.PI * (0.95 + i * 0.19), Math.PI * (0.95 + (i + 1) * 0.19)]
    stage.paint(
      [at(a, depth), at(b, depth), at(b, behindCamera), at(a, behindCamera)],
      stage.tone(stage.palette.metal, facing),
      { soften: 1 },
    )
  })
  for (let z = depth - 0.6; z > -1; z -= 1.3) {
    const ring = Array.from({ length: 13 }, (_, i) => at(Math.PI * (0.95 + (i / 12) * 1.14), z))
    stage.stroke(ring, stage.tone(darken(stage.palette.metal, 0.2), 0.4), 0.03)
    stage.stroke(
      [
        [x, y + radius, z],
        [x, height, z],
      ],
      stage.tone('#55565e', 0.4),
      0.02,
    )
  }
}

const sheet = (x0: number, x1: number, y: number, z0: number, z1: number): Point[] => [
  [x0, y, z1],
  [x1, y, z1],
  [x1, y, z0],
  [x0, y, z0],
]
