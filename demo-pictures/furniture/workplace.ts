import { darken, lighten, mix } from '../color.ts'
import type { Frame } from '../frame.ts'
import type { Wall } from '../wall.ts'
import { deskLamp } from './lamps.ts'
import { officeChair } from './seating.ts'
import { table } from './tables.ts'

export function desk(f: Frame, color: string, chairColor: string, extras = true): void {
  const { random, palette } = f
  f.sorted([
    {
      x: 0,
      z: -0.62,
      draw: () => officeChair(f.part(0, 0, -0.62, 180 + random.between(-25, 25)), chairColor),
    },
    {
      x: 0,
      z: 0,
      draw: () => {
        table(f, 1.5, 0.72, color, 0.74, 'plain')
        monitor(f.part(random.between(-0.15, 0.15), 0.74, 0.16), 0.62)
        f.box(0, 0.74, -0.12, 0.4, 0.015, 0.13, '#eceae6', { airy: true })
        if (!extras) return
        if (random.chance(0.6)) deskLamp(f.part(-0.58, 0.74, 0.12), palette.spark)
        f.cylinder(0.45, 0.74, -0.05, 0.04, 0.09, palette.second, { airy: true })
        for (let i = 0; i < 3; i++)
          f.box(
            0.58,
            0.74 + i * 0.03,
            0.1,
            0.24,
            0.03,
            0.18,
            [palette.feature, '#f4ecdd', palette.fabric][i]!,
            { airy: true },
          )
      },
    },
  ])
}

function monitor(f: Frame, width: number): void {
  const high = width * 0.58
  f.cylinder(0, 0, 0.03, 0.1, 0.015, f.palette.metal, { airy: true })
  f.tube(
    [
      [0, 0, 0.04],
      [0, 0.2, 0.04],
    ],
    f.palette.metal,
    0.04,
  )
  f.box(0, 0.12, 0, width, high, 0.03, '#2a2b33', { airy: true, soft: 0.008 })
  display(f, width - 0.04, 0.14, high - 0.04)
}

function display(f: Frame, width: number, y: number, high: number): void {
  const { palette, stage } = f
  if (stage.camera.depth(f.at(0, y, -0.3)) > stage.camera.depth(f.at(0, y, 0))) return
  const rect = (a: number, b: number, c: number, d: number, paint: string) =>
    stage.paint(
      [
        [a, d],
        [c, d],
        [c, b],
        [a, b],
      ].map(([u, v]) => f.at(-width / 2 + u! * width, y + v! * high, -0.02)),
      paint,
    )
  rect(0, 0, 1, 1, mix(palette.feature, '#1f2a44', 0.45))
  rect(0.05, 0.1, 0.3, 0.9, mix(palette.feature, '#ffffff', 0.35))
  rect(0.36, 0.55, 0.95, 0.9, lighten(palette.spark, 0.3))
  rect(0.36, 0.34, 0.85, 0.44, '#ffffff')
  rect(0.36, 0.16, 0.7, 0.26, lighten(palette.second, 0.3))
}

export function wallScreen(wall: Wall, u: number, v: number, width: number): void {
  const { palette } = wall.stage
  const high = width * 0.56
  const [u0, v0] = [u - width / 2, v - high / 2]
  wall.rect(u0, v0, u0 + width, v0 + high, wall.stage.tone('#23242c', 0.5), -0.06)
  const rect = (a: number, b: number, c: number, d: number, paint: string) =>
    wall.rect(u0 + a * width, v0 + b * high, u0 + c * width, v0 + d * high, paint, -0.07)
  rect(0.015, 0.025, 0.985, 0.975, mix(palette.feature, '#f2f6f8', 0.72))
  rect(0.08, 0.72, 0.5, 0.84, darken(palette.feature, 0.25))
  rect(0.08, 0.58, 0.38, 0.63, mix(palette.feature, '#ffffff', 0.3))
  for (let i = 0; i < 6; i++)
    rect(
      0.1 + i * 0.09,
      0.12,
      0.16 + i * 0.09,
      0.2 + [0.1, 0.16, 0.12, 0.22, 0.26, 0.32][i]!,
      i === 5 ? palette.spark : mix(palette.feature, '#ffffff', 0.2),
    )
  rect(0.7, 0.14, 0.92, 0.52, palette.second)
  rect(0.7, 0.58, 0.92, 0.84, mix(palette.fabric, '#ffffff', 0.25))
  wall.stage.glow(wall.at(u, v, -0.1), width * 0.8, '#cfe4ff', wall.stage.mood.lamps * 0.28)
}

export function whiteboard(wall: Wall, u: number, v: number, width: number, high: number): void {
  const { random, palette } = wall.stage
  const [u0, v0] = [u - width / 2, v - high / 2]
  wall.rect(u0 - 0.03, v0 - 0.03, u0 + width + 0.03, v0 + high + 0.03, wall.tone('#b9bcc2'), -0.03)
  wall.rect(u0, v0, u0 + width, v0 + high, wall.tone('#fcfcfa', 0.12), -0.04)
  for (let i = 0; i < 9; i++) {
    const [a, b] = [
      u0 + 0.12 + (i % 5) * ((width - 0.3) / 5) + random.between(0, 0.06),
      v0 + 0.14 + Math.floor(i / 5) * 0.36 + random.between(0, 0.1),
    ]
    wall.rect(
      a,
      b,
      a + 0.2,
      b + 0.2,
      wall.tone(
        random.pick([palette.second, palette.spark, lighten(palette.feature, 0.4), '#f6e27a']),
        0.1,
      ),
      -0.045,
    )
  }
  const line = Array.from({ length: 12 }, (_, i) =>
    wall.at(
      u0 + 0.2 + (i / 11) * (width - 0.5),
      v0 + high - 0.24 + Math.sin(i * 1.2) * 0.06,
      -0.05,
    ),
  )
  wall.stage.stroke(line, wall.tone(palette.feature), 0.02)
}

export function phoneBooth(f: Frame, color: string): void {
  f.box(0, 0, 0, 1.1, 2.15, 1, color, { soft: 0.02 })
  f.flat(
    [
      [-0.45, 0.1, -0.51],
      [0.45, 0.1, -0.51],
      [0.45, 2.05, -0.51],
      [-0.45, 2.05, -0.51],
    ],
    mix(color, '#14161d', 0.55),
  )
  f.box(0, 0.95, -0.3, 0.8, 0.04, 0.3, f.palette.wood, { airy: true })
  f.stage.paint(
    [
      [-0.45, 0.1],
      [0.1, 0.1],
      [0.45, 1.2],
      [0.45, 2.05],
      [0.2, 2.05],
      [-0.45, 0.7],
    ].map(([x, y]) => f.at(x!, y!, -0.515)),
    '#ffffff',
    { opacity: 0.1 },
  )
  f.ball(0, 1.85, -0.4, 0.06, '#fff1c4', true)
  f.glow(0, 1.7, -0.4, 0.8, 0.5)
}
