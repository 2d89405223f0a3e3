import { lighten, mix } from '../color.ts'
import type { Frame } from '../frame.ts'
import type { Point } from '../camera.ts'
import type { Stage } from '../stage.ts'
import { n } from '../svg-path.ts'

const warm = '#ffdd9c'

/** Draws a lamp that hangs from the ceiling down to `y`. */
export function pendant(
  f: Frame,
  ceiling: number,
  y: number,
  color: string,
  kind: 'dome' | 'globe' | 'cone' | 'basket' = 'dome',
  size = 1,
): void {
  const lit = f.stage.mood.lamps > 0.3
  f.tube(
    [
      [0, ceiling, 0],
      [0, y + 0.2 * size, 0],
    ],
    f.palette.dark,
    0.014,
  )
  if (kind === 'globe') f.ball(0, y + 0.1 * size, 0, 0.17 * size, lit ? warm : '#fdf6e8', true)
  else {
    const [low, top, high] =
      kind === 'cone' ? [0.2, 0.04, 0.26] : kind === 'basket' ? [0.26, 0.2, 0.3] : [0.27, 0.09, 0.2]
    f.ball(0, y + 0.03, 0, 0.07 * size, lit ? '#fff2c8' : '#fdf6e8', true)
    f.cylinder(0, y, 0, low * size, high * size, color, { top: top * size, airy: true })
    f.disc(0, y, 0, low * size * 0.98, lit ? '#ffe7ad' : lighten(color, 0.3))
  }
  f.glow(0, y, 0, 1.5 * size, 0.75)
}

export function floorLamp(f: Frame, color: string): void {
  const lit = f.stage.mood.lamps > 0.3
  f.cylinder(0, 0, 0, 0.16, 0.03, f.palette.dark)
  f.tube(
    [
      [0, 0.03, 0],
      [0, 1.4, 0],
    ],
    f.palette.dark,
    0.026,
  )
  f.cylinder(0, 1.35, 0, 0.23, 0.32, lit ? mix(color, warm, 0.75) : color, {
    top: 0.16,
    bright: lit,
    airy: true,
  })
  f.glow(0, 1.5, 0, 1.6, 0.85)
}

/** Draws an arc lamp whose shade is `reach` meters to the right of its foot. */
export function arcLamp(f: Frame, reach: number, color: string): void {
  f.cylinder(0, 0, 0, 0.18, 0.06, f.palette.dark)
  const arc = Array.from({ length: 13 }, (_, i): Point => {
    const t = i / 12
    return [reach * t ** 1.4, 0.06 + 2 * Math.sin(t * 2.1), 0]
  })
  f.tube(arc, f.palette.metal, 0.03)
  const [x, y] = arc.at(-1)!
  f.cylinder(x, y - 0.22, 0, 0.22, 0.2, color, { top: 0.07, airy: true })
  f.glow(x, y - 0.2, 0, 1.4, 0.8)
}

export function deskLamp(f: Frame, color: string): void {
  f.cylinder(0, 0, 0, 0.08, 0.02, color, { airy: true })
  f.tube(
    [
      [0, 0, 0],
      [-0.08, 0.25, 0],
      [0.1, 0.45, 0],
    ],
    color,
    0.018,
  )
  f.cylinder(0.14, 0.38, 0, 0.09, 0.1, color, { top: 0.03, airy: true })
  f.glow(0.14, 0.36, 0, 0.7, 0.6)
}

/** Draws a sagging cable with bulbs between two points of the room. */
export function stringLights(
  stage: Stage,
  from: Point,
  to: Point,
  sag: number,
  bulbs: number,
): void {
  const at = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t - sag * 4 * t * (1 - t),
    from[2] + (to[2] - from[2]) * t,
  ]
  stage.stroke(
    Array.from({ length: 25 }, (_, i) => at(i / 24)).filter(
      (point) => stage.camera.depth(point) > 0.4,
    ),
    stage.tone('#2a2a33', 0.4),
    0.014,
  )
  for (let i = 0; i < bulbs; i++) {
    const point = at((i + 0.5) / bulbs)
    const depth = stage.camera.depth(point)
    if (depth < 0.6) continue
    const [x, y] = stage.camera.spot([point[0], point[1] - 0.06, point[2]])
    const radius = Math.max(1.4, 0.045 * stage.camera.scale(point))
    stage.emit(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="#fff1c4"/>`)
    stage.glow(point, 0.32, '#ffcf7d', 0.25 + 0.5 * stage.mood.lamps)
  }
}

export function chandelier(f: Frame, ceiling: number, y: number, radius: number): void {
  f.tube(
    [
      [0, ceiling, 0],
      [0, y + 0.5, 0],
    ],
    f.palette.dark,
    0.02,
  )
  const ring = f.ring(0, 0, 0, radius, 12)
  for (const x of [-radius, radius])
    f.tube(
      [
        [0, y + 0.5, 0],
        [x, y, 0],
      ],
      f.palette.dark,
      0.012,
    )
  f.stage.stroke(
    [...ring, ring[0]!].map(([x, , z]): Point => [x, f.at(0, y, 0)[1], z]),
    f.stage.tone(f.palette.dark, 0.5),
    0.04,
  )
  for (const angle of ring.keys()) {
    const a = (angle / 12) * 2 * Math.PI
    f.ball(Math.cos(a) * radius, y + 0.08, Math.sin(a) * radius, 0.065, warm, true)
  }
  f.glow(0, y, 0, 2.4, 0.8)
}

export function rail(stage: Stage, from: Point, to: Point, count: number): void {
  stage.stroke([from, to], stage.tone('#2b2c33', 0.4), 0.045)
  for (let i = 0; i < count; i++) {
    const t = (i + 0.5) / count
    const point: Point = [from[0] + (to[0] - from[0]) * t, from[1], from[2] + (to[2] - from[2]) * t]
    if (stage.camera.depth(point) < 0.8) continue
    stage.stroke(
      [point, [point[0], point[1] - 0.16, point[2] + 0.05]],
      stage.tone('#2b2c33', 0.4),
      0.09,
    )
    stage.glow(
      [point[0], point[1] - 0.22, point[2] + 0.06],
      0.4,
      '#ffe3ae',
      0.3 + stage.mood.lamps * 0.5,
    )
  }
}

/** Draws a neon sign. `d` is an SVG path in a box one meter wide. */
export function neon(f: Frame, d: string, color: string, width = 1): void {
  f.sprite(
    0,
    0,
    0,
    () =>
      `<g transform="scale(${width})" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="${color}" stroke-width=".09" opacity=".35"/><path d="${d}" stroke="${mix(color, '#ffffff', 0.65)}" stroke-width=".032"/></g>`,
  )
  f.stage.glow(f.at(width / 2, 0, 0), width * 1.1, color, 0.3 + f.stage.mood.lamps * 0.35)
}
