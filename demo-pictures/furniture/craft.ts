import type { Point } from '../camera.ts'
import { darken, lighten } from '../color.ts'
import type { Frame } from '../frame.ts'

export function easel(f: Frame, size = 1): void {
  const { random, palette } = f
  const wood = palette.wood
  f.tube(
    [
      [0, 1.7 * size, 0.05],
      [0, 0, 0.55],
    ],
    wood,
    0.04,
  )
  f.tube(
    [
      [-0.08, 1.75 * size, 0],
      [-0.36, 0, -0.12],
    ],
    wood,
    0.045,
  )
  f.tube(
    [
      [0.08, 1.75 * size, 0],
      [0.36, 0, -0.12],
    ],
    wood,
    0.045,
  )
  f.box(0, 0.68 * size, -0.1, 0.8 * size, 0.05, 0.1, wood)
  const [w, h, y] = [0.38 * size, 0.85 * size, 0.73 * size]
  f.box(0, y, -0.07, w * 2, h, 0.03, '#fbf5e9', { airy: true })
  const colors = random.shuffle([
    palette.feature,
    palette.spark,
    palette.second,
    palette.fabric,
    palette.leaf,
  ])
  const patch = (points: [number, number][], color: string) => {
    if (f.stage.camera.depth(f.at(0, y, -1)) < f.stage.camera.depth(f.at(0, y, 0)))
      f.stage.paint(
        points.map(([a, b]) => f.at(-w + a * w * 2, y + b * h, -0.092)),
        f.stage.tone(color, 0.6),
      )
  }
  patch(
    [
      [0.06, 0.05],
      [0.94, 0.05],
      [0.94, 0.42],
      [0.5, 0.5],
      [0.06, 0.36],
    ],
    colors[0]!,
  )
  patch(
    [
      [0.06, 0.36],
      [0.5, 0.5],
      [0.94, 0.42],
      [0.94, 0.62],
      [0.06, 0.58],
    ],
    lighten(colors[1]!, 0.3),
  )
  patch(
    Array.from({ length: 16 }, (_, i): [number, number] => [
      0.62 + Math.cos(i * 0.393) * 0.16,
      0.76 + Math.sin(i * 0.393) * 0.12,
    ]),
    colors[2]!,
  )
  patch(
    [
      [0.12, 0.12],
      [0.3, 0.12],
      [0.26, 0.66],
      [0.18, 0.66],
    ],
    colors[3]!,
  )
}

export function paints(f: Frame): void {
  const { random, palette } = f
  const colors = [
    palette.spark,
    palette.feature,
    palette.second,
    palette.fabric,
    palette.leaf,
    '#f6e27a',
  ]
  for (let i = 0; i < 6; i++) {
    const [x, z] = [-0.5 + i * 0.19, random.between(-0.12, 0.12)]
    if (i % 3 === 1) {
      f.cylinder(x, 0, z, 0.05, 0.13, '#d9dfe0', { airy: true })
      for (let b = 0; b < 5; b++) {
        const tip: Point = [x + random.between(-0.1, 0.1), 0.3 + random.between(0, 0.08), z]
        f.tube([[x, 0.1, z], tip], palette.wood, 0.012)
        f.ball(tip[0], tip[1], tip[2], 0.016, random.pick(colors))
      }
    } else {
      f.cylinder(x, 0, z, 0.06, 0.11, '#f2ede4', { airy: true })
      f.disc(x, 0.112, z, 0.05, colors[i]!)
    }
  }
}

export function pottersWheel(f: Frame): void {
  f.box(0, 0, 0.1, 0.8, 0.55, 0.7, '#dcd6cc', { soft: 0.03 })
  f.cylinder(0, 0.55, 0, 0.22, 0.05, '#6d6a68')
  f.cylinder(0, 0.6, 0, 0.09, 0.17, '#b97a55', { top: 0.15 })
  f.disc(0, 0.772, 0, 0.12, '#8e5737')
}

export function loom(f: Frame): void {
  const { palette } = f
  for (const x of [-0.75, 0.75]) {
    f.box(x, 0, 0.3, 0.08, 1.5, 0.08, palette.wood)
    f.box(x, 0, -0.3, 0.08, 0.85, 0.08, palette.wood)
    f.box(x, 0.8, 0, 0.08, 0.08, 0.7, palette.wood)
  }
  f.box(0, 1.42, 0.3, 1.6, 0.08, 0.08, palette.wood)
  f.box(0, 0.78, -0.3, 1.6, 0.1, 0.1, palette.wood)
  const bands = [
    palette.spark,
    '#f5ecd9',
    palette.fabric,
    palette.second,
    palette.feature,
    '#f5ecd9',
  ]
  bands.forEach((color, i) => {
    const [a, b] = [i / 10, (i + 1) / 10]
    const at = (t: number): Point => [0, 0.88 + 0.56 * t, -0.3 + 0.58 * t]
    const [p, q] = [at(a), at(b)]
    f.flat(
      [
        [-0.62, p[1], p[2]],
        [0.62, p[1], p[2]],
        [0.62, q[1], q[2]],
        [-0.62, q[1], q[2]],
      ],
      color,
      [0, 0.6, -0.8],
    )
  })
  for (let x = -0.62; x <= 0.62; x += 0.06)
    f.tube(
      [
        [x, 1.22, 0.05],
        [x, 1.44, 0.28],
      ],
      '#efe6d4',
      0.008,
    )
}

export function sculpture(f: Frame, kind: number, color: string): void {
  f.box(0, 0, 0, 0.5, 1, 0.5, '#f6f3ee', { soft: 0.01 })
  if (kind % 4 === 0) {
    f.ball(0, 1.2, 0, 0.2, color)
    f.ball(0.05, 1.5, 0, 0.13, lighten(color, 0.2))
    f.ball(-0.02, 1.69, 0, 0.08, color)
  }
  if (kind % 4 === 1)
    f.sprite(
      0,
      1,
      0,
      () =>
        `<path d="M-.16 0C-.3-.3.1-.36-.06-.6C-.16-.76.1-.86.14-.7C.2-.5-.04-.42.14-.2C.2-.1.2 0 .16 0Z" fill="${f.stage.round(f.stage.tone(color, 0.55))}"/>`,
    )
  if (kind % 4 === 2) {
    f.cylinder(0, 1, 0, 0.1, 0.22, color, { top: 0.2, airy: true })
    f.cylinder(0, 1.22, 0, 0.2, 0.26, color, { top: 0.06, airy: true })
    f.cylinder(0, 1.48, 0, 0.06, 0.08, darken(color, 0.1), { top: 0.09, airy: true })
  }
  if (kind % 4 === 3)
    f.sprite(
      0,
      1,
      0,
      () =>
        `<path d="M-.22 0H-.08Q-.1-.35 0-.42Q.1-.35.08 0H.22Q.26-.62 0-.66Q-.26-.62-.22 0Z" fill="${f.stage.round(f.stage.tone(color, 0.55))}"/>`,
    )
}

export function workbench(f: Frame, long: number): void {
  f.box(-long / 2 + 0.15, 0, 0, 0.12, 0.8, 0.6, f.palette.wood)
  f.box(long / 2 - 0.15, 0, 0, 0.12, 0.8, 0.6, f.palette.wood)
  f.box(0, 0.2, 0, long - 0.3, 0.05, 0.56, darken(f.palette.wood, 0.1))
  f.box(0, 0.8, 0, long, 0.09, 0.75, lighten(f.palette.wood, 0.16))
  f.box(-0.3, 0.89, 0.05, 0.5, 0.12, 0.3, f.palette.feature, { airy: true })
  f.box(0.5, 0.89, -0.05, 0.7, 0.03, 0.22, f.palette.second, { airy: true })
}
