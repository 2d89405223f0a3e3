import { hull, type Point } from './camera.ts'
import { multiply } from './color.ts'
import { Drawing, type DrawingOptions, type Layer } from './drawing.ts'
import { Frame } from './frame.ts'
import { randomFrom } from '@hourspace/supabase/seed/random.ts'
import { n, path } from './svg-path.ts'

type StageOptions = DrawingOptions & {
  /** `layout` lists arrangements, separated by spaces. Scenes ignore unknown names. */
  layout?: string
}

/** Collects what a scene draws, sorts it from far to near, and returns it as SVG. */
export class Stage extends Drawing {
  private readonly seed: string
  private readonly layout: readonly string[]
  private forks = 0
  private readonly floor: string[] = []
  private readonly things: { depth: number; parts: string[] }[] = []
  private readonly pools: string[] = []
  private readonly shafts: string[] = []

  constructor(options: StageOptions) {
    super(options)
    this.seed = options.seed
    this.layout = options.layout?.split(' ') ?? []
  }

  /** Adds an object that stands in the room. Nearer objects hide it. */
  put(
    x: number,
    z: number,
    degrees: number,
    draw: (frame: Frame) => void,
    y = 0,
    nearer = 0,
  ): void {
    const depth = this.camera.depth([x, y, z])
    const parts: string[] = []
    this.apart(() => {
      if (depth < 1.5) return
      this.into('things', parts, () => draw(new Frame(this, [x, y, z], degrees)))
    })
    this.things.push({ depth: depth - nearer, parts })
  }

  /** Adds something flat on the floor, below light and shadows. */
  lay(x: number, z: number, degrees: number, draw: (frame: Frame) => void): void {
    this.apart(() =>
      this.into('floor', this.floor, () => draw(new Frame(this, [x, 0.01, z], degrees))),
    )
  }

  /** Adds light in the air, above everything else. */
  haze(draw: () => void): void {
    this.into('air', this.air, draw)
  }

  /**
   * Returns the arrangement of `known` that `layout` requests, otherwise a random one of `known`.
   */
  arrangement<T extends string>(known: readonly T[]): T {
    const any = this.random.pick(known)
    return known.find((name) => this.layout.includes(name)) ?? any
  }

  /** Draws with a separate random generator. */
  apart<T>(draw: () => T): T {
    const before = this.random
    this.random = randomFrom(`${this.seed}/${this.forks++}`)
    const result = draw()
    this.random = before
    return result
  }

  private into(layer: Layer, target: string[], draw: () => void): void {
    const before = [this.layer, this.current] as const
    this.layer = layer
    this.current = target
    draw()
    ;[this.layer, this.current] = before
  }

  /** Draws light on the floor. */
  pool(points: readonly Point[]): void {
    this.pools.push(path(this.camera.outline(points)))
  }

  /** Draws light in the air between a window and the floor. */
  shaft(points: readonly Point[]): void {
    const spots = this.camera.outline(points)
    if (spots.length > 2) this.shafts.push(path(hull(spots)))
  }

  svg(floorOutline: readonly Point[]): string {
    const { width, height } = this.camera
    const blur = width / 1440
    const sorted = [...this.things].sort((a, b) => b.depth - a.depth)
    const floorPath = path(this.camera.outline(floorOutline))
    const { color, strength } = this.mood.beam
    const shadow = multiply(this.mood.shade, this.mood.ambient)
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
      `<defs>${[...this.defs.values()].join('')}`,
      `<clipPath id="floor"><path d="${floorPath}"/></clipPath>`,
      `<filter id="soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${n(5 * blur)}"/></filter>`,
      `<filter id="softer" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${n(2.4 * blur)}"/></filter>`,
      `<filter id="softest" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${n(14 * blur)}"/></filter>`,
      `<radialGradient id="warmth" cx=".5" cy=".38" r=".7"><stop stop-color="#ffc36b" stop-opacity=".62"/><stop offset="1" stop-color="#3a1f4a" stop-opacity=".25"/></radialGradient>`,
      `<radialGradient id="vignette" cx=".5" cy=".46" r=".75"><stop offset=".62" stop-color="#1a1430" stop-opacity="0"/><stop offset="1" stop-color="#1a1430" stop-opacity=".26"/></radialGradient></defs>`,
      ...this.shell,
      ...this.floor,
      `<g clip-path="url(#floor)"><g filter="url(#softer)" opacity="${n(strength)}" style="mix-blend-mode:${this.mood.lamps > 0.8 ? 'screen' : 'soft-light'}"><path fill="${color}" d="${this.pools.join('')}"/></g>`,
      `<g filter="url(#softer)" opacity="${n(strength * 0.42)}"><path fill="${color}" d="${this.pools.join('')}"/></g>`,
      `<g filter="url(#soft)" opacity="${n(this.mood.shadow * 1.25)}" fill="${shadow}">${this.shadows.map((d) => `<path d="${d}"/>`).join('')}</g>`,
      `<g filter="url(#softer)" opacity="${n(this.mood.shadow * 1.5)}" fill="${shadow}" stroke="${shadow}" stroke-width="${n(6 * blur)}">${this.contacts.map((d) => `<path d="${d}"/>`).join('')}</g></g>`,
      ...sorted.flatMap(({ parts }) => parts),
      this.shafts.length
        ? `<g filter="url(#softest)" style="mix-blend-mode:screen" fill="${color}" opacity="${n(strength * 0.12)}">${this.shafts.map((d) => `<path d="${d}"/>`).join('')}</g>`
        : '',
      ...this.air,
      this.mood.lamps > 0.8
        ? `<rect width="${width}" height="${height}" fill="url(#warmth)" style="mix-blend-mode:soft-light"/>`
        : '',
      `<rect width="${width}" height="${height}" fill="url(#vignette)"/></svg>`,
    ].join('\n')
  }
}
