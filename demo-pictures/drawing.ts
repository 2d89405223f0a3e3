import { Camera, hull, turning, type Point, type Spot, type View } from './camera.ts'
import { mix, multiply } from './color.ts'
import type { Mood } from './mood.ts'
import type { Palette } from './palette.ts'
import { randomFrom, type Random } from '@hourspace/supabase/seed/random.ts'
import { n, path } from './svg-path.ts'

/** Layers of a picture, from back to front. The objects in `things` are sorted by distance. */
export type Layer = 'shell' | 'floor' | 'things' | 'air'

export type DrawingOptions = {
  width: number
  height: number
  view: View
  mood: Mood
  palette: Palette
  /** Seed of the random numbers. With equal seeds, all views show the same room. */
  seed: string
}

/** Draws three-dimensional shapes in meters as shaded SVG. */
export class Drawing {
  readonly camera: Camera
  readonly mood: Mood
  readonly palette: Palette
  /**
   * Random generator of the object that is being drawn. Each object has its own generator, so that
   * skipping a hidden object does not change the others.
   */
  random: Random
  /** Direction in which the light falls. The room's windows set it. */
  sun: Point = [0.35, -1, 0.2]
  protected layer: Layer = 'shell'
  protected readonly shell: string[] = []
  protected readonly air: string[] = []
  protected readonly shadows: string[] = []
  protected readonly contacts: string[] = []
  protected readonly defs = new Map<string, string>()
  protected current = this.shell

  constructor(options: DrawingOptions) {
    this.camera = new Camera(options.view, options.width, options.height)
    this.mood = options.mood
    this.palette = options.palette
    this.random = randomFrom(options.seed)
  }

  /** Adds raw SVG to the current layer. */
  emit(svg: string): void {
    this.current.push(svg)
  }

  /** Adds an SVG definition and returns its id. `make` runs once per key. */
  define(key: string, make: (id: string) => string): string {
    const known = this.defs.get(key)
    if (known) return /id="([^"]+)"/.exec(known)![1]!
    const id = `d${this.defs.size}`
    this.defs.set(key, '')
    this.defs.set(key, make(id))
    return id
  }

  /** Returns the shaded color of a surface. `facing` is from 0 (away from the light) to 1. */
  tone(color: string, facing: number): string {
    const shaded =
      facing >= 0.5
        ? mix(color, this.mood.lit, (facing - 0.5) * 0.42)
        : mix(color, this.mood.shade, (0.5 - facing) * 0.72)
    return multiply(shaded, this.mood.ambient)
  }

  /** Returns how much a surface with this normal faces the light. */
  facing([x, y, z]: Point): number {
    const [sx, sy, sz] = this.sun
    const length = Math.hypot(sx, sy, sz) || 1
    const direct = Math.max(0, -(x * sx + y * sy + z * sz) / length)
    return Math.min(1, 0.3 + 0.45 * direct + (y > 0.5 ? 0.18 : 0) - (y < -0.5 ? 0.15 : 0))
  }

  /** Fills a polygon of the room. `cull` skips polygons seen from the back. */
  paint(points: readonly Point[], paint: string, options: PaintOptions = {}): void {
    const spots = this.camera.outline(points)
    if (spots.length < 3 || (options.cull && turning(spots) <= 0)) return
    if (offScreen(spots, this.camera)) return
    this.emit(`<path d="${path(spots)}"${attributes(paint, options)}/>`)
  }

  /** Draws a line through the room. `width` is in meters. */
  stroke(points: readonly Point[], color: string, width: number, opacity = 1): void {
    const spots = this.camera.line(points)
    if (spots.length < 2 || offScreen(spots, this.camera)) return
    const middle = points[Math.floor(points.length / 2)]!
    const pixels = Math.max(0.6, width * this.camera.scale(middle))
    this.emit(
      `<path d="${path(spots, false)}" fill="none" stroke="${color}" stroke-width="${n(pixels)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${n(opacity)}"` : ''}/>`,
    )
  }

  /** Returns a vertical gradient from a color to a slightly darker one. */
  falling(color: string, depth = 0.12): string {
    const low = mix(color, multiply(this.mood.shade, this.mood.ambient), depth)
    const id = this.define(
      `falling ${color} ${depth}`,
      (name) =>
        `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${color}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
    )
    return `url(#${id})`
  }

  /** Returns a horizontal gradient with a highlight, for round bodies. */
  round(color: string): string {
    const light = mix(color, multiply(this.mood.lit, this.mood.ambient), 0.28)
    const dark = mix(color, multiply(this.mood.shade, this.mood.ambient), 0.4)
    const [from, to] = this.sun[0] > 0 ? [0, 1] : [1, 0]
    const id = this.define(
      `round ${color}`,
      (name) =>
        `<linearGradient id="${name}" x1="${from}" y1="0" x2="${to}" y2="0"><stop stop-color="${color}"/><stop offset=".28" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
    )
    return `url(#${id})`
  }

  /** Adds the shadow that the points cast on the floor. */
  castShadow(points: readonly Point[]): void {
    if (this.layer !== 'things') return
    const [sx, sy, sz] = this.sun
    const fall = points.map(([x, y, z]): Spot => {
      const reach = Math.min(y / -sy, 1.5)
      return [x + sx * reach, z + sz * reach]
    })
    this.shadows.push(path(this.camera.outline(onFloor(hull(fall)))))
    const low = points.filter(([, y]) => y < 0.08)
    if (low.length > 2)
      this.contacts.push(path(this.camera.outline(onFloor(hull(low.map(([x, , z]) => [x, z]))))))
  }

  /** Draws a lamp's halo. `radius` is in meters, `strength` from 0 to 1. */
  glow(at: Point, radius: number, color: string, strength: number): void {
    const depth = this.camera.depth(at)
    if (depth < 0.3 || strength <= 0) return
    const [x, y] = this.camera.spot(at)
    const pixels = radius * this.camera.scale(at)
    const id = this.define(
      `glow ${color}`,
      (name) =>
        `<radialGradient id="${name}"><stop stop-color="${color}"/><stop offset=".25" stop-color="${color}" stop-opacity=".45"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
    )
    this.air.push(
      `<circle cx="${n(x)}" cy="${n(y)}" r="${n(pixels)}" fill="url(#${id})" opacity="${n(strength)}" style="mix-blend-mode:screen"/>`,
    )
  }
}

type PaintOptions = {
  cull?: boolean
  opacity?: number
  /** `soften` is a stroke in pixels in the fill's color, which rounds corners and hides seams. */
  soften?: number
  clip?: string
  blend?: string
}

function attributes(paint: string, { opacity, soften, clip, blend }: PaintOptions): string {
  return [
    ` fill="${paint}"`,
    opacity === undefined ? '' : ` opacity="${n(opacity)}"`,
    soften ? ` stroke="${paint}" stroke-width="${n(soften)}" stroke-linejoin="round"` : '',
    clip ? ` clip-path="url(#${clip})"` : '',
    blend ? ` style="mix-blend-mode:${blend}"` : '',
  ].join('')
}

const onFloor = (spots: readonly Spot[]): Point[] => spots.map(([x, z]) => [x, 0, z])

function offScreen(spots: readonly Spot[], { width, height }: Camera): boolean {
  return (
    spots.every(([x]) => x < -80) ||
    spots.every(([x]) => x > width + 80) ||
    spots.every(([, y]) => y < -80) ||
    spots.every(([, y]) => y > height + 80)
  )
}
