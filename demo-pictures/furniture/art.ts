import { darken, lighten, mix } from '../color.ts'
import type { Wall } from '../wall.ts'
import type { Random } from '@hourspace/supabase/seed/random.ts'

/** Draws a framed picture on a wall: center along the wall and height, size in meters. */
export function framed(
  wall: Wall,
  u: number,
  v: number,
  width: number,
  height: number,
  frame: string,
): void {
  const { stage } = wall
  const [u0, v0, u1, v1] = [u - width / 2, v - height / 2, u + width / 2, v + height / 2]
  wall.rect(
    u0 + 0.03,
    v0 - 0.05,
    u1 + 0.05,
    v1 - 0.03,
    stage.tone(darken(wall.color, 0.45), 0.4),
    0,
    0.32,
  )
  wall.rect(u0, v0, u1, v1, wall.tone(frame), -0.03)
  wall.rect(u0 + 0.035, v0 + 0.035, u1 - 0.035, v1 - 0.035, wall.tone('#fbf7ee', 0.1), -0.03)
  const inset = Math.min(width, height) * 0.12
  motif(wall, u0 + inset, v0 + inset, u1 - inset, v1 - inset, stage.random)
}

export function motif(
  wall: Wall,
  u0: number,
  v0: number,
  u1: number,
  v1: number,
  random: Random,
): void {
  const { palette } = wall.stage
  const colors = random.shuffle([
    palette.feature,
    palette.fabric,
    palette.second,
    palette.spark,
    palette.leaf,
    lighten(palette.spark, 0.5),
  ])
  const [w, h] = [u1 - u0, v1 - v0]
  const paint = (index: number) => wall.tone(colors[index % colors.length]!, 0.08)
  const blob = (cx: number, cy: number, rx: number, ry: number, index: number) => {
    const points = Array.from({ length: 24 }, (_, i) => {
      const a = (i / 24) * 2 * Math.PI
      const u = Math.min(u1, Math.max(u0, u0 + cx * w + Math.cos(a) * rx * w))
      const v = Math.min(v1, Math.max(v0, v0 + cy * h + Math.sin(a) * ry * h))
      return wall.at(u, v, -0.03)
    })
    wall.stage.paint(points, paint(index))
  }
  const part = (a: number, b: number, c: number, d: number, index: number) =>
    wall.rect(u0 + a * w, v0 + b * h, u0 + c * w, v0 + d * h, paint(index), -0.03)
  wall.rect(u0, v0, u1, v1, wall.tone(mix(colors[5]!, '#fff6ea', 0.7), 0.08), -0.03)
  const kind = random.whole(0, 5)
  if (kind === 0) {
    part(0, 0, 1, 0.4, 0)
    blob(0.5, 0.55, 0.25, 0.25 * (w / h), 1)
    part(0, 0, 1, 0.25, 2)
  }
  if (kind === 1) {
    blob(0.35, 0.6, 0.3, 0.22, 0)
    blob(0.62, 0.4, 0.26, 0.26, 1)
    blob(0.5, 0.75, 0.14, 0.12, 2)
  }
  if (kind === 2)
    for (let i = 0; i < 4; i++)
      part(0.08, 0.06 + i * 0.23, random.between(0.5, 0.92), 0.22 + i * 0.23, i)
  if (kind === 3) {
    part(0.1, 0, 0.42, 0.75, 0)
    part(0.5, 0, 0.9, 0.5, 1)
    blob(0.7, 0.72, 0.16, 0.16 * (w / h), 2)
  }
  if (kind === 4) for (let i = 4; i > 0; i--) blob(0.5, 0, 0.12 * i, 0.2 * i, i)
  if (kind === 5) {
    blob(0.5, 0.2, 0.6, 0.34, 0)
    blob(0.2, 0.1, 0.5, 0.26, 1)
    blob(0.72, 0.76, 0.11, 0.11 * (w / h), 2)
  }
}

export function pictureWall(wall: Wall, from: number, to: number, v: number, frame: string): void {
  const { random } = wall.stage
  for (let u = from; u < to - 0.5;) {
    const width = random.between(0.5, 0.9)
    const height = random.between(0.6, 1.05)
    framed(wall, u + width / 2, v + random.between(-0.12, 0.12), width, height, frame)
    u += width + random.between(0.16, 0.34)
  }
}
