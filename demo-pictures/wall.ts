import type { Point } from './camera.ts'
import { darken, lighten, mix } from './color.ts'
import { behindCamera } from './extent.ts'
import type { Stage } from './stage.ts'

export type WallName = 'back' | 'left' | 'right'

/** A wall with its coordinates: `u` along the wall, `v` for the height, `out` away from it. */
export class Wall {
  readonly name: WallName
  readonly color: string
  readonly stage: Stage
  readonly height: number
  /** `from` and `to` are the range of `u` inside the room. */
  readonly from: number
  readonly to: number
  private readonly plane: number

  constructor(
    stage: Stage,
    name: WallName,
    room: { width: number; height: number; depth: number },
    color: string,
  ) {
    this.stage = stage
    this.name = name
    this.color = color
    this.height = room.height
    this.from = name === 'back' ? -room.width / 2 : behindCamera
    this.to = name === 'back' ? room.width / 2 : room.depth
    this.plane = name === 'back' ? room.depth : room.width / 2
  }

  at(u: number, v: number, out = 0): Point {
    if (this.name === 'back') return [u, v, this.plane + out]
    return this.name === 'left' ? [-this.plane - out, v, u] : [this.plane + out, v, u]
  }

  /** Returns the normal, which points into the room. */
  get normal(): Point {
    if (this.name === 'back') return [0, 0, -1]
    return this.name === 'left' ? [1, 0, 0] : [-1, 0, 0]
  }

  tone(color = this.color, lift = 0): string {
    return this.stage.tone(color, Math.max(0.34, this.stage.facing(this.normal)) + lift)
  }

  corners(u0: number, v0: number, u1: number, v1: number, out = 0): Point[] {
    return [this.at(u0, v1, out), this.at(u1, v1, out), this.at(u1, v0, out), this.at(u0, v0, out)]
  }

  rect(
    u0: number,
    v0: number,
    u1: number,
    v1: number,
    paint: string,
    out = 0,
    opacity?: number,
  ): void {
    this.stage.paint(this.corners(u0, v0, u1, v1, out), paint, { soften: 0.6, opacity })
  }

  paint(): void {
    const tone = this.tone()
    this.rect(this.from, 0, this.to, this.height, this.stage.falling(tone, 0.16))
  }

  /** Draws brick courses, with a few bricks in other tones. */
  bricks(color = this.color, u0 = this.from, u1 = this.to, v0 = 0, v1 = this.height): void {
    const { random } = this.stage
    const [long, high] = [0.44, 0.15]
    this.rect(u0, v0, u1, v1, this.tone(mix(color, '#d8c7b5', 0.28)))
    const start = Math.max(u0, this.name === 'back' ? u0 : -1)
    for (let row = 0; v0 + row * high < v1; row++)
      for (let u = start - (row % 2) * (long / 2); u < u1; u += long) {
        const tint = mix(
          color,
          random.pick(['#5e2f2a', '#e8b894', color, color]),
          random.between(0, 0.16),
        )
        this.rect(
          Math.max(u0, u + 0.012),
          v0 + row * high + 0.01,
          Math.min(u1, u + long - 0.012),
          Math.min(v1, v0 + (row + 1) * high - 0.01),
          this.tone(tint),
        )
      }
  }

  slats(color: string, u0: number, u1: number, v0 = 0, v1 = this.height, step = 0.11): void {
    this.rect(u0, v0, u1, v1, this.tone(darken(color, 0.5)))
    for (let u = u0; u + step * 0.62 <= u1; u += step) {
      const tint = mix(color, this.stage.random.chance(0.5) ? '#ffffff' : '#442211', 0.06)
      this.rect(u, v0, u + step * 0.62, v1, this.tone(tint), -0.03)
    }
  }

  tiles(
    color: string,
    u0: number,
    u1: number,
    v0: number,
    v1: number,
    long = 0.3,
    high = 0.15,
  ): void {
    const { random } = this.stage
    this.rect(u0, v0, u1, v1, this.tone(mix(color, '#ffffff', 0.45)))
    for (let row = 0; v0 + row * high < v1 - 0.01; row++)
      for (let u = u0 - (row % 2) * (long / 2); u < u1; u += long)
        this.rect(
          Math.max(u0, u + 0.01),
          v0 + row * high + 0.008,
          Math.min(u1, u + long - 0.01),
          Math.min(v1, v0 + (row + 1) * high - 0.008),
          this.tone(mix(color, random.pick(['#ffffff', '#10233a']), random.between(0, 0.13))),
        )
  }

  /** Draws two rows of framed fields with a rail between the rows. */
  panelling(color = this.color, step = 1.5): void {
    const line = this.tone(darken(color, 0.16))
    const light = this.tone(lighten(color, 0.4))
    const first = Math.ceil(this.from / step) * step
    for (let u = first; u + step < this.to + 0.01; u += step)
      for (const [v0, v1] of [
        [0.22, 0.86],
        [1.1, this.height - 0.35],
      ] as const) {
        const [a, b] = [u + 0.14, u + step - 0.14]
        this.frame(a, v0, b, v1, 0.035, line)
        this.frame(a + 0.02, v0 + 0.02, b - 0.02, v1 - 0.02, 0.016, light)
      }
    this.rect(this.from, 0.95, this.to, 1.01, light)
    this.rect(this.from, 0.935, this.to, 0.95, line)
  }

  frame(
    u0: number,
    v0: number,
    u1: number,
    v1: number,
    thick: number,
    paint: string,
    out = 0,
  ): void {
    this.rect(u0, v1 - thick, u1, v1, paint, out)
    this.rect(u0, v0, u1, v0 + thick, paint, out)
    this.rect(u0, v0, u0 + thick, v1, paint, out)
    this.rect(u1 - thick, v0, u1, v1, paint, out)
  }

  skirting(color: string, high = 0.14): void {
    this.rect(this.from, 0, this.to, high, this.tone(color, 0.06), -0.02)
    this.rect(this.from, high - 0.015, this.to, high, this.tone(darken(color, 0.18)), -0.02)
  }
}
