import { darken, lighten } from '../color.ts'
import type { Frame } from '../frame.ts'

export function table(
  f: Frame,
  long: number,
  deep: number,
  color: string,
  high = 0.75,
  legs: 'plain' | 'trestle' = 'plain',
): void {
  const x = long / 2 - 0.12
  const z = deep / 2 - 0.1
  if (legs === 'plain')
    for (const [lx, lz] of [
      [-x, z],
      [x, z],
      [-x, -z],
      [x, -z],
    ] as const)
      f.box(lx, 0, lz, 0.07, high - 0.05, 0.07, darken(color, 0.12))
  else
    for (const lx of [-x * 0.85, x * 0.85]) {
      f.tube(
        [
          [lx, high - 0.05, 0],
          [lx, 0, z],
        ],
        f.palette.dark,
        0.05,
      )
      f.tube(
        [
          [lx, high - 0.05, 0],
          [lx, 0, -z],
        ],
        f.palette.dark,
        0.05,
      )
    }
  f.box(0, high - 0.05, 0, long, 0.05, deep, color, { soft: 0.008 })
}

export function roundTable(f: Frame, radius: number, color: string, high = 0.75): void {
  f.cylinder(0, 0, 0, radius * 0.42, 0.04, f.palette.dark)
  f.cylinder(0, 0.04, 0, 0.05, high - 0.08, f.palette.dark)
  f.cylinder(0, high - 0.04, 0, radius, 0.045, color)
}

export function clothTable(f: Frame, radius: number, color: string): void {
  f.cylinder(0, 0, 0, radius * 1.05, 0.72, darken(color, 0.08), { top: radius })
  f.disc(0, 0.725, 0, radius, lighten(color, 0.25))
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * 2 * Math.PI + 0.3
    f.disc(Math.cos(angle) * radius * 0.68, 0.735, Math.sin(angle) * radius * 0.68, 0.12, '#ffffff')
    f.disc(
      Math.cos(angle) * radius * 0.68,
      0.74,
      Math.sin(angle) * radius * 0.68,
      0.075,
      f.palette.second,
    )
  }
  bouquet(f.part(0, 0.73, 0))
}

export function bouquet(f: Frame, size = 1): void {
  f.cylinder(0, 0, 0, 0.05 * size, 0.12 * size, lighten(f.palette.feature, 0.4), {
    top: 0.065 * size,
    airy: true,
  })
  const { random, palette } = f
  const blooms = [palette.spark, palette.second, lighten(palette.spark, 0.55), '#fff4e6']
  for (let i = 0; i < 9; i++)
    f.ball(
      random.between(-0.14, 0.14) * size,
      (0.16 + random.between(0, 0.16)) * size,
      random.between(-0.1, 0.1) * size,
      0.05 * size,
      palette.leaf,
    )
  for (let i = 0; i < 10; i++)
    f.ball(
      random.between(-0.15, 0.15) * size,
      (0.2 + random.between(0, 0.17)) * size,
      random.between(-0.12, 0.08) * size,
      random.between(0.025, 0.05) * size,
      random.pick(blooms),
    )
}

/** Draws plates and glasses along both sides of a long table. */
export function setting(f: Frame, long: number, deep: number, high = 0.75): void {
  const count = Math.floor(long / 0.62)
  for (let i = 0; i < count; i++)
    for (const side of [1, -1]) {
      const x = -long / 2 + (long * (i + 0.5)) / count
      f.disc(x, high + 0.005, side * (deep / 2 - 0.2), 0.125, '#fdfaf4')
      f.disc(x, high + 0.008, side * (deep / 2 - 0.2), 0.08, lighten(f.palette.second, 0.55))
    }
  for (let x = -long / 2 + 0.5; x < long / 2 - 0.2; x += 0.85) {
    if (f.random.chance(0.6)) bouquet(f.part(x, high, 0), 0.8)
    else candle(f.part(x, high, 0))
  }
}

export function candle(f: Frame): void {
  f.cylinder(0, 0, 0, 0.035, 0.2, '#f7efe0', { airy: true })
  f.ball(0, 0.235, 0, 0.022, '#ffd47a', true)
  f.glow(0, 0.24, 0, 0.5, 0.5)
}

export function sideboard(f: Frame, long: number, color: string, high = 0.72): void {
  for (const x of [-long / 2 + 0.1, long / 2 - 0.1])
    f.box(x, 0, 0, 0.05, 0.16, 0.36, f.palette.dark)
  f.box(0, 0.15, 0, long, high - 0.15, 0.45, color, { soft: 0.01 })
  const doors = Math.round(long / 0.5)
  for (let i = 0; i < doors; i++) {
    const x = -long / 2 + (long * i) / doors
    f.flat(
      [
        [x + 0.02, 0.19, -0.23],
        [x + long / doors - 0.02, 0.19, -0.23],
        [x + long / doors - 0.02, high - 0.04, -0.23],
        [x + 0.02, high - 0.04, -0.23],
      ],
      lighten(color, i % 2 ? 0.07 : 0.12),
    )
    f.ball(x + long / doors - 0.08, high * 0.62, -0.24, 0.016, f.palette.metal)
  }
}

export function counter(f: Frame, long: number, front: string, top: string, high = 1.05): void {
  f.box(0, 0, 0, long, high - 0.06, 0.6, front)
  for (let x = -long / 2 + 0.04; x < long / 2; x += 0.12)
    f.flat(
      [
        [x, 0.06, -0.31],
        [x + 0.07, 0.06, -0.31],
        [x + 0.07, high - 0.1, -0.31],
        [x, high - 0.1, -0.31],
      ],
      lighten(front, 0.14),
    )
  f.box(0, high - 0.06, -0.03, long + 0.08, 0.06, 0.72, top, { soft: 0.01 })
}
