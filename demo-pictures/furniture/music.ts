import type { Point } from '../camera.ts'
import { darken, lighten } from '../color.ts'
import type { Frame } from '../frame.ts'
import type { Wall } from '../wall.ts'

export function boomMic(f: Frame, color = '#2d2e36'): void {
  f.cylinder(0, 0, 0, 0.06, 0.04, color, { airy: true })
  const bend: Point = [0.1, 0.42, 0.05]
  const end: Point = [0.42, 0.5, -0.12]
  f.tube([[0, 0.04, 0], bend, end], color, 0.022)
  f.tube([end, [0.42, 0.28, -0.12]], '#1f2027', 0.075)
  f.tube(
    [
      [0.42, 0.36, -0.12],
      [0.42, 0.38, -0.12],
    ],
    f.palette.metal,
    0.085,
  )
}

export function micStand(f: Frame, high = 1.5): void {
  for (const angle of [0.5, 2.6, 4.7])
    f.tube(
      [
        [0, 0.12, 0],
        [Math.cos(angle) * 0.32, 0.01, Math.sin(angle) * 0.32],
      ],
      '#33343d',
      0.024,
    )
  f.tube(
    [
      [0, 0.1, 0],
      [0, high, 0],
    ],
    '#33343d',
    0.026,
  )
  f.tube(
    [
      [0, high + 0.02, -0.02],
      [0, high + 0.16, -0.05],
    ],
    '#1f2027',
    0.075,
  )
  f.ball(0, high + 0.2, -0.06, 0.05, f.palette.metal)
}

export function speaker(f: Frame, size = 1, color = '#2b2c35'): void {
  f.box(0, 0, 0, 0.3 * size, 0.5 * size, 0.3 * size, color, { soft: 0.01 })
  cone(f, 0.18 * size, 0.1 * size)
  cone(f, 0.38 * size, 0.055 * size)
}

function cone(f: Frame, y: number, radius: number): void {
  const depth = f.stage.camera.depth(f.at(0, y, -1)) < f.stage.camera.depth(f.at(0, y, 0))
  if (!depth) return
  const ring = (r: number) =>
    Array.from({ length: 20 }, (_, i) =>
      f.at(Math.cos(i * 0.314) * r, y + Math.sin(i * 0.314) * r, -radius * 1.66),
    )
  f.stage.paint(ring(radius), f.stage.tone(lighten(f.palette.spark, 0.1), 0.5))
  f.stage.paint(ring(radius * 0.78), f.stage.tone('#191a20', 0.5))
  f.stage.paint(ring(radius * 0.3), f.stage.tone('#4a4b55', 0.5))
}

export function mixingDesk(f: Frame, long: number): void {
  const { random, palette } = f
  for (const x of [-long / 2 + 0.1, long / 2 - 0.1]) f.box(x, 0, 0, 0.08, 0.72, 0.7, palette.wood)
  f.box(0, 0.68, 0, long, 0.1, 0.8, palette.wood, { soft: 0.01 })
  f.box(0, 0.78, 0.02, long - 0.16, 0.05, 0.66, '#33353f', { airy: true })
  for (let x = -long / 2 + 0.18; x < long / 2 - 0.14; x += 0.085) {
    f.flat(
      [
        [x - 0.006, 0.832, -0.26],
        [x + 0.006, 0.832, -0.26],
        [x + 0.006, 0.832, 0],
        [x - 0.006, 0.832, 0],
      ],
      '#15161b',
      [0, 1, 0],
    )
    f.box(
      x,
      0.832,
      -0.22 + random.between(0, 0.18),
      0.035,
      0.02,
      0.05,
      random.chance(0.2) ? palette.spark : '#e9e7e2',
      { airy: true },
    )
    for (const z of [0.1, 0.19, 0.28])
      f.disc(x, 0.834, z, 0.02, random.pick([palette.second, '#cfd3d8', palette.spark]))
  }
  f.glow(0, 0.9, 0, 1.2, 0.35)
}

export function acousticPanels(
  wall: Wall,
  u0: number,
  v0: number,
  columns: number,
  rows: number,
  size: number,
  colors: readonly string[],
): void {
  const { random } = wall.stage
  for (let i = 0; i < columns; i++)
    for (let k = 0; k < rows; k++) {
      const [u, v] = [u0 + i * size, v0 + k * size]
      const color = colors[(i + k + (random.chance(0.15) ? 1 : 0)) % colors.length]!
      wall.rect(u + 0.015, v + 0.015, u + size - 0.015, v + size - 0.015, wall.tone(color), -0.05)
      for (let step = 0; step < 4; step++) {
        const at = (step + 0.5) / 4
        if ((i + k) % 2)
          wall.rect(
            u + 0.03,
            v + at * size - 0.02,
            u + size - 0.03,
            v + at * size + 0.015,
            wall.tone(darken(color, 0.2)),
            -0.055,
          )
        else
          wall.rect(
            u + at * size - 0.02,
            v + 0.03,
            u + at * size + 0.015,
            v + size - 0.03,
            wall.tone(darken(color, 0.2)),
            -0.055,
          )
      }
    }
}

export function piano(f: Frame, color = '#23242c'): void {
  f.box(0, 0.1, 0.12, 1.5, 1.1, 0.4, color, { soft: 0.01 })
  f.box(0, 0, 0.12, 1.5, 0.1, 0.4, color)
  f.box(0, 0.62, -0.18, 1.5, 0.1, 0.3, color)
  f.flat(
    [
      [-0.66, 0.725, -0.31],
      [0.66, 0.725, -0.31],
      [0.66, 0.725, -0.1],
      [-0.66, 0.725, -0.1],
    ],
    '#fdfaf2',
    [0, 1, 0],
  )
  for (let i = 0; i < 28; i++)
    if (![2, 6].includes(i % 7))
      f.box(-0.63 + i * 0.047, 0.725, -0.15, 0.022, 0.012, 0.1, '#1c1d23', { airy: true })
  f.box(0, 1.2, 0.1, 1.56, 0.04, 0.46, color)
}

export function drums(f: Frame, color: string): void {
  const drum = (x: number, y: number, z: number, r: number, h: number) => {
    f.cylinder(x, y, z, r, h, color)
    f.disc(x, y + h + 0.003, z, r * 0.94, '#f7f2e8')
  }
  f.tube(
    [
      [0.7, 0, 0.3],
      [0.6, 1.15, 0.2],
    ],
    f.palette.metal,
    0.025,
  )
  f.tube(
    [
      [-0.7, 0, 0.3],
      [-0.6, 1.05, 0.2],
    ],
    f.palette.metal,
    0.025,
  )
  f.cylinder(0, 0.05, 0.1, 0.34, 0.5, color)
  drum(-0.26, 0.62, 0.06, 0.18, 0.2)
  drum(0.22, 0.62, 0.06, 0.2, 0.22)
  drum(0.62, 0.2, -0.25, 0.24, 0.42)
  drum(-0.55, 0.48, -0.25, 0.2, 0.14)
  f.disc(0.6, 1.15, 0.2, 0.28, '#d9b04f')
  f.disc(-0.6, 1.05, 0.2, 0.25, '#e2bd60')
}

export function guitar(f: Frame, color: string): void {
  f.stage.castShadow(f.ring(0, 0.2, 0, 0.2, 8))
  const body = f.stage.round(f.stage.tone(color, 0.55))
  f.sprite(
    0,
    0.06,
    0,
    () =>
      `<path d="M-.03-1.05H.03L.035-.5H-.035Z" fill="#5a3a26"/><path d="M-.045-1.2H.045L.03-1.03H-.03Z" fill="#2c1d16"/><path d="M0-.62C.16-.64.2-.5.14-.4C.1-.34.22-.28.2-.14C.18.02-.18.02-.2-.14C-.22-.28-.1-.34-.14-.4C-.2-.5-.16-.64 0-.62Z" fill="${body}"/><circle cy="-.32" r=".06" fill="#2c1d16"/><path d="M-.05-.14H.05" stroke="#2c1d16" stroke-width=".02"/>`,
  )
}

export function djBooth(f: Frame, color: string): void {
  f.box(0, 0, 0, 1.9, 0.98, 0.7, color, { soft: 0.01 })
  f.box(0, 0.98, 0, 2, 0.05, 0.8, '#23242c')
  for (const x of [-0.58, 0.58]) {
    f.disc(x, 1.04, 0, 0.24, '#15161b')
    f.disc(x, 1.045, 0, 0.08, f.palette.spark)
  }
  f.box(0, 1.03, 0, 0.36, 0.05, 0.5, '#3b3d48', { airy: true })
}
