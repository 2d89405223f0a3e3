import type { Point } from '../camera.ts'
import { lighten } from '../color.ts'
import type { Frame } from '../frame.ts'
import type { Stage } from '../stage.ts'
import { leaves } from './plants.ts'

export function parasol(f: Frame, color: string, radius = 1.5, high = 2.5): void {
  f.cylinder(0, 0, 0, 0.28, 0.08, '#8d8a86')
  f.tube(
    [
      [0, 0, 0],
      [0, high, 0],
    ],
    f.palette.wood,
    0.045,
  )
  const rim = f.ring(0, high - 0.45, 0, radius, 8)
  const top = f.at(0, high + 0.12, 0)
  f.stage.castShadow(rim)
  const sectors = rim.map((point, i) => ({ a: point, b: rim[(i + 1) % 8]!, i }))
  const depth = (p: Point) => f.stage.camera.depth(p)
  for (const { a, b, i } of sectors.sort(
    (p, q) => depth(q.a) + depth(q.b) - depth(p.a) - depth(p.b),
  ))
    f.stage.paint(
      [a, b, top],
      f.stage.tone(i % 2 ? color : lighten(color, 0.55), 0.55 + (i % 4) * 0.06),
      { soften: 1 },
    )
}

export function planter(
  f: Frame,
  long: number,
  color: string,
  kind: 'olive' | 'monstera' | 'snake' | 'palm' = 'olive',
  high = 0.5,
): void {
  f.box(0, 0, 0, long, high, 0.42, color, { soft: 0.01 })
  for (let x = -long / 2 + 0.2; x < long / 2; x += 0.36)
    leaves(f.part(x, high - 0.06, 0), kind, f.random.between(0.55, 0.9))
}

/** Draws a railing of glass or upright bars, or a low wall, between two points of the room. */
export function railing(
  stage: Stage,
  from: Point,
  to: Point,
  kind: 'glass' | 'bars' | 'wall',
  color: string,
  high = 1.05,
): void {
  const up = ([x, y, z]: Point, by: number): Point => [x, y + by, z]
  if (kind === 'wall') {
    stage.paint([up(from, high), up(to, high), to, from], stage.falling(stage.tone(color, 0.45)))
    stage.stroke([up(from, high), up(to, high)], stage.tone(lighten(color, 0.4), 0.8), 0.12)
    return
  }
  const steps = kind === 'glass' ? 6 : 44
  if (kind === 'glass')
    stage.paint(
      [up(from, high - 0.05), up(to, high - 0.05), up(to, 0.08), up(from, 0.08)],
      '#dff0f2',
      { opacity: 0.26 },
    )
  for (let i = 0; i <= steps; i++) {
    const t = i / steps
    const foot: Point = [from[0] + (to[0] - from[0]) * t, from[1], from[2] + (to[2] - from[2]) * t]
    if (stage.camera.depth(foot) > 0.5)
      stage.stroke([foot, up(foot, high)], stage.tone(color, 0.5), kind === 'glass' ? 0.045 : 0.022)
  }
  stage.stroke([up(from, high), up(to, high)], stage.tone(lighten(color, 0.2), 0.7), 0.06)
}

export function firePit(f: Frame): void {
  f.cylinder(0, 0, 0, 0.32, 0.36, '#8a8580', { top: 0.5 })
  f.disc(0, 0.365, 0, 0.42, '#2c2523')
  f.sprite(
    0,
    0.36,
    0,
    () =>
      '<path d="M-.22 0C-.3-.2-.12-.26-.14-.42C0-.36 0-.24.02-.22C.06-.34.16-.36.14-.5C.3-.3.28-.1.2 0Z" fill="#f08a3a"/><path d="M-.12 0C-.16-.12-.04-.16-.03-.26C.06-.2.08-.16.09-.12C.12-.06.12 0 .1 0Z" fill="#ffd66e"/>',
  )
  f.glow(0, 0.5, 0, 1.6, 0.9, '#ff9d4a')
}

export function pool(f: Frame, long: number, deep: number): void {
  const rect = (w: number, d: number, y: number, color: string, opacity?: number) =>
    f.flat(
      [
        [-w / 2, y, -d / 2],
        [w / 2, y, -d / 2],
        [w / 2, y, d / 2],
        [-w / 2, y, d / 2],
      ],
      color,
      [0, 1, 0],
      opacity,
    )
  rect(long + 0.5, deep + 0.5, 0.002, '#efe6d6')
  rect(long, deep, 0.004, '#4fb3bf')
  for (let i = 0; i < 22; i++) {
    const [x, z, w] = [
      f.random.between(-long / 2 + 0.4, long / 2 - 0.6),
      f.random.between(-deep / 2 + 0.2, deep / 2 - 0.2),
      f.random.between(0.2, 0.7),
    ]
    f.flat(
      [
        [x, 0.006, z],
        [x + w, 0.006, z + 0.02],
        [x + w, 0.006, z + 0.05],
        [x, 0.006, z + 0.03],
      ],
      '#d4f3f2',
      [0, 1, 0],
      0.6,
    )
  }
}
