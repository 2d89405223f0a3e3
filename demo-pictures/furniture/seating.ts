import { darken, lighten } from '../color.ts'
import type { Frame } from '../frame.ts'

export function chair(f: Frame, color: string, legs = f.palette.wood): void {
  for (const [x, z] of [
    [-0.19, 0.18],
    [0.19, 0.18],
    [-0.19, -0.18],
    [0.19, -0.18],
  ] as const)
    f.tube(
      [
        [x, 0.44, z * 0.9],
        [x * 1.08, 0, z * 1.1],
      ],
      legs,
      0.035,
    )
  f.sorted([
    { x: 0, y: 0.46, z: 0, draw: () => f.box(0, 0.43, 0, 0.44, 0.06, 0.44, color, { soft: 0.02 }) },
    {
      x: 0,
      y: 0.6,
      z: 0.26,
      draw: () => {
        f.tube(
          [
            [-0.18, 0.4, 0.2],
            [-0.18, 0.66, 0.23],
          ],
          legs,
          0.04,
        )
        f.tube(
          [
            [0.18, 0.4, 0.2],
            [0.18, 0.66, 0.23],
          ],
          legs,
          0.04,
        )
        f.box(0, 0.57, 0.23, 0.44, 0.28, 0.05, color, { soft: 0.03 })
      },
    },
  ])
}

export function officeChair(f: Frame, color: string): void {
  for (let i = 0; i < 5; i++) {
    const angle = (i / 5) * 2 * Math.PI
    f.tube(
      [
        [0, 0.1, 0],
        [Math.cos(angle) * 0.28, 0.05, Math.sin(angle) * 0.28],
      ],
      f.palette.dark,
      0.035,
    )
  }
  f.tube(
    [
      [0, 0.1, 0],
      [0, 0.45, 0],
    ],
    f.palette.metal,
    0.05,
  )
  f.sorted([
    { x: 0, y: 0.48, z: 0, draw: () => f.box(0, 0.45, 0, 0.48, 0.08, 0.46, color, { soft: 0.03 }) },
    {
      x: 0,
      y: 0.8,
      z: 0.26,
      draw: () => f.box(0, 0.62, 0.24, 0.44, 0.5, 0.06, color, { soft: 0.04 }),
    },
  ])
}

export function stool(f: Frame, color: string, high = 0.66, legs = f.palette.wood): void {
  for (const [x, z] of [
    [-0.15, 0.15],
    [0.15, 0.15],
    [-0.15, -0.15],
    [0.15, -0.15],
  ] as const)
    f.tube(
      [
        [x * 0.8, high, z * 0.8],
        [x * 1.15, 0, z * 1.15],
      ],
      legs,
      0.032,
    )
  f.tube(
    [
      [-0.15, high * 0.35, -0.15],
      [0.15, high * 0.35, -0.15],
    ],
    legs,
    0.024,
  )
  f.cylinder(0, high, 0, 0.18, 0.055, color)
}

export function sofa(f: Frame, long: number, color: string, cushion: string): void {
  const soft = { soft: 0.045 }
  for (const x of [-long / 2 + 0.12, long / 2 - 0.12])
    for (const z of [-0.32, 0.3]) f.box(x, 0, z, 0.05, 0.14, 0.05, f.palette.wood)
  const seats = Math.max(1, Math.round(long / 0.85))
  const inner = long - 0.44
  f.sorted([
    { x: 0, y: 0.5, z: 0.38, draw: () => f.box(0, 0.3, 0.34, long - 0.1, 0.46, 0.2, color, soft) },
    {
      x: 0,
      y: 0.3,
      z: 0,
      draw: () => {
        f.box(0, 0.14, 0, long - 0.1, 0.2, 0.84, darken(color, 0.12), soft)
        for (let i = 0; i < seats; i++)
          f.box(
            -inner / 2 + (inner * (i + 0.5)) / seats,
            0.34,
            -0.06,
            inner / seats - 0.03,
            0.12,
            0.68,
            lighten(color, 0.05),
            soft,
          )
        for (const [x, tone] of [
          [-inner / 2 + 0.2, cushion],
          [inner / 2 - 0.22, lighten(cushion, 0.2)],
        ] as const)
          f.box(x, 0.47, 0.13, 0.4, 0.34, 0.12, tone, { soft: 0.07, airy: true })
      },
    },
    {
      x: -long / 2,
      y: 0.4,
      z: -0.02,
      draw: () => f.box(-long / 2 + 0.1, 0.14, 0, 0.18, 0.46, 0.86, color, soft),
    },
    {
      x: long / 2,
      y: 0.4,
      z: -0.02,
      draw: () => f.box(long / 2 - 0.1, 0.14, 0, 0.18, 0.46, 0.86, color, soft),
    },
  ])
}

export function armchair(f: Frame, color: string, cushion: string): void {
  sofa(f, 0.95, color, color)
  f.box(0, 0.48, 0.1, 0.38, 0.3, 0.12, cushion, { soft: 0.07, airy: true })
}

export function bench(f: Frame, long: number, color: string): void {
  for (const x of [-long / 2 + 0.2, long / 2 - 0.2]) f.box(x, 0, 0, 0.06, 0.4, 0.36, f.palette.dark)
  f.box(0, 0.4, 0, long, 0.07, 0.42, color, { soft: 0.012 })
}

export function pouf(f: Frame, color: string): void {
  f.cylinder(0, 0, 0, 0.3, 0.34, color, { top: 0.28 })
}

export function lounger(f: Frame, color: string): void {
  for (const [x, z] of [
    [-0.26, -0.8],
    [0.26, -0.8],
    [-0.26, 0.5],
    [0.26, 0.5],
  ] as const)
    f.box(x, 0, z, 0.05, 0.26, 0.05, f.palette.wood)
  f.box(0, 0.26, -0.2, 0.64, 0.05, 1.4, f.palette.wood)
  f.box(0, 0.31, -0.2, 0.6, 0.09, 1.36, color, { soft: 0.03 })
  f.box(0, 0.36, 0.56, 0.6, 0.42, 0.12, color, { soft: 0.04 })
}
