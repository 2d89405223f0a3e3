import { darken, lighten } from '../color.ts'
import type { Frame } from '../frame.ts'
import { plant } from './plants.ts'

export function cupboards(f: Frame, long: number, color: string, top: string): void {
  f.box(0, 0, 0.02, long, 0.1, 0.52, '#3a3a42')
  f.box(0, 0.1, 0, long, 0.76, 0.6, color)
  const count = Math.round(long / 0.6)
  for (let i = 0; i < count; i++) {
    const [a, b] = [
      -long / 2 + (long * i) / count + 0.02,
      -long / 2 + (long * (i + 1)) / count - 0.02,
    ]
    f.flat(
      [
        [a, 0.13, -0.31],
        [b, 0.13, -0.31],
        [b, 0.83, -0.31],
        [a, 0.83, -0.31],
      ],
      lighten(color, 0.09),
    )
    f.flat(
      [
        [a + 0.05, 0.18, -0.312],
        [b - 0.05, 0.18, -0.312],
        [b - 0.05, 0.78, -0.312],
        [a + 0.05, 0.78, -0.312],
      ],
      lighten(color, 0.03),
    )
    f.tube(
      [
        [b - 0.08, 0.66, -0.33],
        [b - 0.08, 0.76, -0.33],
      ],
      '#d6b25e',
      0.018,
    )
  }
  f.box(0, 0.86, -0.02, long, 0.05, 0.66, top, { soft: 0.006 })
}

export function oven(f: Frame): void {
  f.box(0, 0.06, -0.02, 0.9, 0.84, 0.64, '#33353d', { soft: 0.01 })
  f.flat(
    [
      [-0.36, 0.2, -0.345],
      [0.36, 0.2, -0.345],
      [0.36, 0.56, -0.345],
      [-0.36, 0.56, -0.345],
    ],
    '#15161b',
  )
  f.tube(
    [
      [-0.34, 0.64, -0.37],
      [0.34, 0.64, -0.37],
    ],
    f.palette.metal,
    0.025,
  )
  for (let i = 0; i < 5; i++) f.ball(-0.3 + i * 0.15, 0.78, -0.345, 0.028, '#d9d5cc')
  f.box(0, 0.9, 0, 0.9, 0.03, 0.6, '#24262d')
  for (const [x, z] of [
    [-0.22, -0.12],
    [0.22, -0.12],
    [-0.22, 0.14],
    [0.22, 0.14],
  ] as const)
    f.disc(x, 0.935, z, 0.1, '#4a4c55')
}

export function hood(f: Frame, y: number, ceiling: number, color: string): void {
  f.box(0, y + 0.3, 0.05, 0.4, ceiling - y - 0.3, 0.35, color, { airy: true })
  f.cylinder(0, y, 0, 0.55, 0.3, color, { top: 0.22, airy: true })
}

export function island(f: Frame, long: number, color: string, top: string): void {
  f.box(0, 0, 0, long - 0.16, 0.87, 0.8, color)
  for (let x = -long / 2 + 0.14; x < long / 2 - 0.2; x += 0.5)
    f.flat(
      [
        [x, 0.08, -0.41],
        [x + 0.44, 0.08, -0.41],
        [x + 0.44, 0.8, -0.41],
        [x, 0.8, -0.41],
      ],
      lighten(color, 0.07),
    )
  f.box(0, 0.87, 0, long, 0.06, 1, top, { soft: 0.008 })
}

export function utensils(f: Frame, long: number): void {
  const { random, palette } = f
  for (let x = -long / 2 + 0.2; x < long / 2; x += random.between(0.32, 0.6)) {
    const kind = random.whole(0, 5)
    if (kind === 0) {
      f.cylinder(x, 0, 0, 0.13, 0.03, '#f6f1e7', { top: 0.17, airy: true })
      for (let i = 0; i < 5; i++)
        f.ball(
          x + random.between(-0.09, 0.09),
          0.07,
          random.between(-0.06, 0.06),
          0.05,
          random.pick(['#e9a23b', '#d4543a', '#9bb04b']),
        )
    }
    if (kind === 1) {
      f.cylinder(x, 0, 0, 0.13, 0.16, palette.spark, { airy: true })
      f.cylinder(x, 0.16, 0, 0.13, 0.03, darken(palette.spark, 0.15), { top: 0.06, airy: true })
    }
    if (kind === 2) {
      f.cylinder(x, 0, 0, 0.06, 0.15, '#efe6d6', { airy: true })
      for (let i = 0; i < 4; i++)
        f.tube(
          [
            [x, 0.12, 0],
            [x + random.between(-0.09, 0.09), 0.33, 0],
          ],
          palette.wood,
          0.018,
        )
    }
    if (kind === 3) plant(f.part(x, 0, 0), 'monstera', 0.42)
    if (kind === 4) {
      f.box(x, 0, 0.05, 0.3, 0.02, 0.2, palette.wood, { airy: true })
      f.ball(x, 0.07, 0.05, 0.07, '#d8a45c')
    }
    if (kind === 5)
      for (let i = 0; i < 3; i++)
        f.cylinder(x + i * 0.1, 0, 0.05, 0.035, 0.24, ['#3f5f4a', '#b98a3c', '#7a2f33'][i]!, {
          top: 0.018,
          airy: true,
        })
  }
}

export function panRack(f: Frame, ceiling: number, y: number, long: number): void {
  for (const x of [-long / 2, long / 2])
    f.tube(
      [
        [x, ceiling, 0],
        [x, y, 0],
      ],
      '#33343d',
      0.02,
    )
  f.tube(
    [
      [-long / 2, y, 0],
      [long / 2, y, 0],
    ],
    '#33343d',
    0.035,
  )
  for (let x = -long / 2 + 0.15; x < long / 2; x += 0.3) {
    f.tube(
      [
        [x, y, 0],
        [x, y - 0.2, 0],
      ],
      '#33343d',
      0.018,
    )
    f.ball(
      x,
      y - 0.32,
      0,
      f.random.between(0.1, 0.14),
      f.random.pick(['#b8683c', '#c9784a', '#3d3f48']),
    )
  }
}
