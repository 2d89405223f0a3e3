import { hull, turning, type Point } from './camera.ts'
import { mix } from './color.ts'
import type { Drawing } from './drawing.ts'
import { n, path } from './svg-path.ts'

type Corner = readonly [0 | 1, 0 | 1, 0 | 1]
const faces: readonly { normal: Point; corners: readonly Corner[] }[] = [
  {
    normal: [0, -1, 0],
    corners: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [0, 0, 1],
    ],
  },
  {
    normal: [0, 0, 1],
    corners: [
      [1, 1, 1],
      [0, 1, 1],
      [0, 0, 1],
      [1, 0, 1],
    ],
  },
  {
    normal: [-1, 0, 0],
    corners: [
      [0, 1, 1],
      [0, 1, 0],
      [0, 0, 0],
      [0, 0, 1],
    ],
  },
  {
    normal: [1, 0, 0],
    corners: [
      [1, 1, 0],
      [1, 1, 1],
      [1, 0, 1],
      [1, 0, 0],
    ],
  },
  {
    normal: [0, 0, -1],
    corners: [
      [0, 1, 0],
      [1, 1, 0],
      [1, 0, 0],
      [0, 0, 0],
    ],
  },
  {
    normal: [0, 1, 0],
    corners: [
      [0, 1, 1],
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 0],
    ],
  },
]

type Solid = {
  /** `soft` rounds the edges, in meters. */
  soft?: number
  /** `airy` casts no shadow on the floor. */
  airy?: boolean
  /** `bright` emits light, so it is not shaded. */
  bright?: boolean
}

/** Local coordinates of a piece of furniture in meters. The front faces negative z. */
export class Frame {
  readonly stage: Drawing
  private readonly origin: Point
  private readonly degrees: number

  constructor(stage: Drawing, origin: Point, degrees: number) {
    this.stage = stage
    this.origin = origin
    this.degrees = degrees
  }

  get palette() {
    return this.stage.palette
  }

  get random() {
    return this.stage.random
  }

  /** Converts local coordinates to coordinates of the room. */
  at(x: number, y: number, z: number): Point {
    const [nx, , nz] = this.normal([x, 0, z])
    return [this.origin[0] + nx, this.origin[1] + y, this.origin[2] + nz]
  }

  private normal([x, y, z]: Point): Point {
    const angle = (this.degrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return [x * cos + z * sin, y, z * cos - x * sin]
  }

  /** Returns the frame of a part, moved and rotated within this frame. */
  part(x: number, y: number, z: number, degrees = 0): Frame {
    return new Frame(this.stage, this.at(x, y, z), this.degrees + degrees)
  }

  /** Draws parts from far to near. */
  sorted(parts: readonly { x: number; y?: number; z: number; draw: () => void }[]): void {
    const { camera } = this.stage
    const depth = (part: { x: number; y?: number; z: number }) =>
      camera.depth(this.at(part.x, part.y ?? 0, part.z))
    for (const part of [...parts].sort((a, b) => depth(b) - depth(a))) part.draw()
  }

  /** Draws a box whose base is centered at (x, y, z). Width is along x, depth along z. */
  box(
    x: number,
    y: number,
    z: number,
    width: number,
    height: number,
    depth: number,
    color: string,
    options: Solid = {},
  ): void {
    const { stage } = this
    const corner = ([i, j, k]: Corner) =>
      this.at(x + (i - 0.5) * width, y + j * height, z + (k - 0.5) * depth)
    if (!options.airy)
      stage.castShadow(
        faces
          .flatMap((face) => face.corners)
          .slice(0, 24)
          .map(corner),
      )
    const soften = (options.soft ?? 0.006) * 2 * stage.camera.scale(this.at(x, y, z))
    for (const face of faces) {
      const tone = options.bright
        ? color
        : stage.tone(color, stage.facing(this.normal(face.normal)))
      const upright = face.normal[1] === 0 && height > 0.25 && !options.bright
      stage.paint(face.corners.map(corner), upright ? stage.falling(tone, 0.1) : tone, {
        cull: true,
        soften: Math.max(0.7, soften),
      })
    }
  }

  /** Draws a flat polygon with a normal, visible from both sides. */
  flat(
    points: readonly Point[],
    color: string,
    normal: Point = [0, 0, -1],
    opacity?: number,
  ): void {
    const tone = this.stage.tone(color, this.stage.facing(this.normal(normal)))
    this.stage.paint(
      points.map(([x, y, z]) => this.at(x, y, z)),
      tone,
      { soften: 0.7, opacity },
    )
  }

  /** Draws an upright cylinder. With an upper radius, draws a cone. */
  cylinder(
    x: number,
    y: number,
    z: number,
    radius: number,
    height: number,
    color: string,
    options: Solid & { top?: number } = {},
  ): void {
    const { stage } = this
    const top = options.top ?? radius
    const ring = (r: number, level: number) => this.ring(x, level, z, r)
    const low = ring(radius, y)
    const high = ring(top, y + height)
    if (!options.airy) stage.castShadow([...low, ...high])
    const tone = options.bright ? color : stage.tone(color, 0.55)
    const spots = [stage.camera.outline(low), stage.camera.outline(high)] as const
    if (spots[0].length < 8 || spots[1].length < 8) return
    const paint = options.bright ? color : stage.round(tone)
    stage.emit(`<path d="${path(hull([...spots[0], ...spots[1]]))}" fill="${paint}"/>`)
    const lid = options.bright ? mix(color, '#ffffff', 0.3) : stage.tone(color, 0.85)
    if (turning(spots[1]) > 0) stage.emit(`<path d="${path(spots[1])}" fill="${lid}"/>`)
  }

  /** Draws a horizontal disc, such as a rug, table top or plate. */
  disc(x: number, y: number, z: number, radius: number, color: string, opacity?: number): void {
    this.stage.paint(this.ring(x, y, z, radius), this.stage.tone(color, 0.78), {
      opacity,
      soften: 0.5,
    })
  }

  ring(x: number, y: number, z: number, radius: number, steps = 28): Point[] {
    return Array.from({ length: steps }, (_, step) => {
      const angle = (-step / steps) * 2 * Math.PI
      return this.at(x + radius * Math.cos(angle), y, z + radius * Math.sin(angle))
    }).reverse()
  }

  tube(points: readonly Point[], color: string, width: number): void {
    const { stage } = this
    const placed = points.map(([x, y, z]) => this.at(x, y, z))
    stage.stroke(placed, stage.tone(color, 0.5), width)
    const [first, last] = [placed[0]!, placed.at(-1)!]
    if (placed.length === 2) {
      const half = width / 2
      const thick = (p: Point): Point[] => [
        [p[0] - half, p[1], p[2] - half],
        [p[0] + half, p[1], p[2] - half],
        [p[0] + half, p[1], p[2] + half],
        [p[0] - half, p[1], p[2] + half],
      ]
      stage.castShadow([...thick(first), ...thick(last)])
    }
  }

  ball(x: number, y: number, z: number, radius: number, color: string, bright = false): void {
    const { stage } = this
    const at = this.at(x, y, z)
    if (stage.camera.depth(at) < 0.3) return
    const [sx, sy] = stage.camera.spot(at)
    if (radius > 0.2)
      stage.castShadow([...this.ring(x, y, z, radius, 10), this.at(x, y - radius, z)])
    const tone = bright ? color : stage.tone(color, 0.55)
    const light = bright ? '#ffffff' : mix(tone, stage.mood.lit, 0.4)
    const dark = bright ? tone : mix(tone, stage.mood.shade, 0.45)
    const id = stage.define(
      `ball ${tone} ${bright}`,
      (name) =>
        `<radialGradient id="${name}" cx="${stage.sun[0] > 0 ? 0.34 : 0.66}" cy=".3" r=".8"><stop stop-color="${light}"/><stop offset=".45" stop-color="${tone}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`,
    )
    stage.emit(
      `<circle cx="${n(sx)}" cy="${n(sy)}" r="${n(radius * stage.camera.scale(at))}" fill="url(#${id})"/>`,
    )
  }

  /**
   * Draws SVG that always faces the camera. Its coordinates are in meters from the point, y
   * downward.
   */
  sprite(x: number, y: number, z: number, draw: () => string): void {
    const { stage } = this
    const at = this.at(x, y, z)
    if (stage.camera.depth(at) < 0.3) return
    const [sx, sy] = stage.camera.spot(at)
    const scale = stage.camera.scale(at)
    stage.emit(`<g transform="translate(${n(sx)} ${n(sy)}) scale(${n(scale)})">${draw()}</g>`)
  }

  glow(x: number, y: number, z: number, radius: number, strength: number, color = '#ffca7a'): void {
    this.stage.glow(this.at(x, y, z), radius, color, strength * this.stage.mood.lamps)
  }
}
