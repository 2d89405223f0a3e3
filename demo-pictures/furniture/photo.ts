import type { Point } from '../camera.ts'
import { lighten } from '../color.ts'
import type { Frame } from '../frame.ts'

/** Draws a roll of paper that hangs between two stands and runs out over the floor. */
export function backdrop(
  f: Frame,
  width: number,
  height: number,
  color: string,
  sweep = 2.2,
): void {
  const half = width / 2
  const steps = 30
  const curve = (t: number): Point => {
    if (t < 0.5) return [0, height - (height - 0.7) * (t / 0.5), 0]
    if (t < 0.75) {
      const a = ((t - 0.5) / 0.25) * (Math.PI / 2)
      return [0, 0.7 - 0.69 * Math.sin(a), -0.7 * (1 - Math.cos(a))]
    }
    return [0, 0.012, -0.7 - sweep * ((t - 0.75) / 0.25)]
  }
  for (const x of [-half - 0.12, half + 0.12]) {
    f.tube(
      [
        [x, 0, 0.25],
        [x, height + 0.1, 0],
      ],
      f.palette.dark,
      0.035,
    )
    f.tube(
      [
        [x, 0.5, 0.02],
        [x + 0.25, 0, -0.2],
      ],
      f.palette.dark,
      0.03,
    )
    f.tube(
      [
        [x, 0.5, 0.02],
        [x - 0.25, 0, -0.2],
      ],
      f.palette.dark,
      0.03,
    )
  }
  for (let i = 0; i < steps; i++) {
    const [a, b] = [curve(i / steps), curve((i + 1) / steps)]
    const up: Point = [0, Math.abs(a[2] - b[2]), -Math.abs(a[1] - b[1]) - 0.001]
    const length = Math.hypot(...up)
    f.flat(
      [
        [-half, a[1], a[2]],
        [half, a[1], a[2]],
        [half, b[1], b[2]],
        [-half, b[1], b[2]],
      ],
      lighten(color, (i / steps) * 0.16),
      [0, up[1] / length, up[2] / length],
    )
  }
  f.box(0, height - 0.02, 0, width + 0.3, 0.09, 0.09, lighten(color, 0.2), {
    soft: 0.03,
    airy: true,
  })
}

export function softbox(f: Frame, high: number, size = 0.8): void {
  stand(f, high)
  const [w, h] = [size / 2, size * 0.65]
  const y = high
  const front: Point[] = [
    [-w, y - h, -0.3],
    [w, y - h, -0.3],
    [w, y + h, -0.3],
    [-w, y + h, -0.3],
  ]
  for (let i = 0; i < 4; i++) {
    const [a, b] = [front[i]!, front[(i + 1) % 4]!]
    f.flat(
      [a, b, [b[0] * 0.2, y + (b[1] - y) * 0.2, 0.12], [a[0] * 0.2, y + (a[1] - y) * 0.2, 0.12]],
      '#2b2c34',
      [0, i < 2 ? -1 : 1, 0],
    )
  }
  const cloth = (share: number, color: string) =>
    f.stage.paint(
      front.map(([x, yy, z]) => f.at(x * share, y + (yy - y) * share, z - 0.01)),
      color,
      { soften: 2 },
    )
  cloth(1, '#33353f')
  cloth(0.93, '#f1dfbf')
  cloth(0.82, '#f9efd9')
  cloth(0.62, '#fffaee')
  f.stage.glow(f.at(0, y, -0.3), size * 1.5, '#fff3d9', 0.3 + f.stage.mood.lamps * 0.4)
}

function stand(f: Frame, high: number): void {
  for (const angle of [0.5, 2.6, 4.7])
    f.tube(
      [
        [0, 0.5, 0],
        [Math.cos(angle) * 0.4, 0, Math.sin(angle) * 0.4],
      ],
      '#33343d',
      0.026,
    )
  f.tube(
    [
      [0, 0.3, 0],
      [0, high, 0],
    ],
    '#33343d',
    0.03,
  )
}

export function umbrella(f: Frame, high: number, color = '#f7f3ea'): void {
  stand(f, high)
  const rim = Array.from({ length: 9 }, (_, i): Point => {
    const a = (i / 8) * 2 * Math.PI
    return [Math.cos(a) * 0.5, high + 0.1 + Math.sin(a) * 0.5, -0.12]
  })
  for (let i = 0; i < 8; i++)
    f.flat(
      [rim[i]!, rim[i + 1]!, [0, high + 0.1, 0.24]],
      i % 2 ? color : lighten(color, 0.4),
      [0, 0, -1],
    )
  f.stage.glow(f.at(0, high, 0), 0.8, '#fff3d9', 0.25)
}

export function camera(f: Frame, high = 1.35): void {
  for (const angle of [0.9, 3, 5.1])
    f.tube(
      [
        [0, high - 0.08, 0],
        [Math.cos(angle) * 0.36, 0, Math.sin(angle) * 0.36],
      ],
      '#2d2e36',
      0.032,
    )
  f.box(0, high - 0.08, 0, 0.1, 0.06, 0.1, '#3b3c45', { airy: true })
  f.sorted([
    {
      x: 0,
      z: 0,
      draw: () => {
        f.box(0, high, 0, 0.24, 0.16, 0.12, '#24252d', { soft: 0.01 })
        f.box(0, high + 0.16, 0, 0.1, 0.05, 0.1, '#24252d', { airy: true })
      },
    },
    { x: 0, z: 0.15, draw: () => lens(f, high) },
  ])
}

function lens(f: Frame, high: number): void {
  f.box(0, high + 0.02, 0.13, 0.13, 0.12, 0.16, '#191a20', { airy: true, soft: 0.02 })
}

export function clothesRail(f: Frame, long = 1.4): void {
  const { random, palette } = f
  for (const x of [-long / 2, long / 2]) {
    f.tube(
      [
        [x, 0.02, 0],
        [x, 1.6, 0],
      ],
      '#33343d',
      0.03,
    )
    f.tube(
      [
        [x, 0.02, -0.25],
        [x, 0.02, 0.25],
      ],
      '#33343d',
      0.035,
    )
  }
  f.tube(
    [
      [-long / 2, 1.6, 0],
      [long / 2, 1.6, 0],
    ],
    '#33343d',
    0.03,
  )
  for (let x = -long / 2 + 0.12; x < long / 2 - 0.08; x += random.between(0.09, 0.14)) {
    const color = random.pick([
      palette.fabric,
      palette.second,
      palette.spark,
      palette.feature,
      '#f3ece0',
      palette.dark,
    ])
    const low = random.between(0.45, 0.85)
    f.flat(
      [
        [x - 0.03, 1.55, 0],
        [x + 0.05, 1.5, -0.14],
        [x + 0.07, low, -0.18],
        [x - 0.05, low, 0.16],
        [x - 0.05, 1.5, 0.12],
      ],
      color,
      [0, 0.2, -1],
    )
  }
}

export function vanity(f: Frame): void {
  f.box(0, 0, 0, 1.2, 0.76, 0.45, '#f4efe6', { soft: 0.01 })
  f.box(0, 0.9, 0.2, 1, 0.75, 0.03, '#e7dccb', { airy: true })
  f.flat(
    [
      [-0.44, 0.95, 0.18],
      [0.44, 0.95, 0.18],
      [0.44, 1.6, 0.18],
      [-0.44, 1.6, 0.18],
    ],
    '#cfe0e6',
  )
  for (let i = 0; i < 5; i++)
    for (const x of [-0.47, 0.47]) {
      f.ball(x, 0.98 + i * 0.15, 0.17, 0.035, '#fff1c4', true)
      if (i === 2) f.glow(x, 1.3, 0.17, 0.8, 0.6)
    }
}

export function props(f: Frame): void {
  const { palette } = f
  f.cylinder(-0.5, 0, 0.1, 0.3, 0.4, lighten(palette.feature, 0.3))
  f.box(0.1, 0, 0.25, 0.5, 0.75, 0.4, lighten(palette.second, 0.2))
  f.box(0.55, 0, -0.1, 0.42, 0.3, 0.42, palette.feature)
  f.ball(0.55, 0.46, -0.1, 0.16, palette.spark)
  f.cylinder(-0.5, 0.4, 0.1, 0.06, 0.2, palette.fabric, { top: 0.09, airy: true })
}
