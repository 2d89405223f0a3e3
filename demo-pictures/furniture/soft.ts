import type { Point } from '../camera.ts'
import { darken, lighten } from '../color.ts'
import type { Frame } from '../frame.ts'
import type { Wall } from '../wall.ts'

export function rug(f: Frame, long: number, deep: number, color: string, accent: string): void {
  const rect = (w: number, d: number, paint: string, at = 0) =>
    f.flat(
      [
        [-w / 2, 0.004, at - d / 2],
        [w / 2, 0.004, at - d / 2],
        [w / 2, 0.004, at + d / 2],
        [-w / 2, 0.004, at + d / 2],
      ],
      paint,
      [0, 1, 0],
    )
  rect(long, deep, color)
  rect(long - 0.2, deep - 0.2, lighten(color, 0.14))
  rect(long - 0.26, deep - 0.26, color)
  const bands = Math.floor(deep / 0.5)
  for (let i = 0; i < bands; i++) {
    const z = -deep / 2 + (deep * (i + 0.5)) / bands
    if (i % 2) rect(long - 0.5, 0.07, accent, z)
    else
      for (let x = -long / 2 + 0.4; x < long / 2 - 0.3; x += 0.34)
        f.flat(
          [
            [x - 0.11, 0.004, z],
            [x, 0.004, z - 0.11],
            [x + 0.11, 0.004, z],
            [x, 0.004, z + 0.11],
          ],
          i % 4 ? accent : lighten(accent, 0.3),
          [0, 1, 0],
        )
  }
}

export function roundRug(f: Frame, radius: number, color: string): void {
  f.disc(0, 0.004, 0, radius, color)
  f.disc(0, 0.005, 0, radius * 0.86, lighten(color, 0.16))
  f.disc(0, 0.006, 0, radius * 0.8, color)
  f.disc(0, 0.007, 0, radius * 0.4, lighten(color, 0.12))
}

export function curtain(
  wall: Wall,
  from: number,
  to: number,
  top: number,
  color: string,
  low = 0.02,
): void {
  const fold = 0.13
  const count = Math.max(2, Math.round((to - from) / fold))
  for (let i = 0; i < count; i++) {
    const [a, b] = [from + ((to - from) * i) / count, from + ((to - from) * (i + 1)) / count]
    const out = i % 2 ? -0.1 : -0.16
    const points: Point[] = [
      wall.at(a, top, out),
      wall.at(b, top, out),
      wall.at(b, low, out - 0.02),
      wall.at(a, low, out - 0.02),
    ]
    wall.stage.paint(
      points,
      wall.stage.falling(wall.tone(i % 2 ? darken(color, 0.14) : lighten(color, 0.08)), 0.14),
      { soften: 0.8 },
    )
  }
  wall.rect(
    Math.min(from, to) - 0.1,
    top,
    Math.max(from, to) + 0.1,
    top + 0.035,
    wall.tone('#3a3a42'),
    -0.14,
  )
}

/** Draws a sleeping cat that looks the same from every side. */
export function cat(f: Frame, color: string): void {
  const tone = f.stage.tone(color, 0.55)
  f.sprite(
    0,
    0,
    0,
    () =>
      `<path d="M-.22 0C-.3-.16-.1-.27.05-.22C.08-.3.1-.33.12-.33L.16-.27H.24L.28-.33C.31-.33.32-.26.31-.2C.34-.1.3 0 .2 0Z" fill="${tone}"/><path d="M-.2-.03C-.1.03.1.02.18-.02" fill="none" stroke="${darken(tone, 0.25)}" stroke-width=".045" stroke-linecap="round"/><path d="M.16-.16q.02.02.04 0M.24-.16q.02.02.04 0" stroke="#2b2530" stroke-width=".012" fill="none"/>`,
  )
}
