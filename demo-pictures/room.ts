import type { Point } from './camera.ts'
import { mix, multiply } from './color.ts'
import { behindCamera } from './extent.ts'
import { drawOverhead, type Overhead } from './overhead.ts'
import { layFloor, type FloorName } from './floors.ts'
import type { Stage } from './stage.ts'
import { n, path } from './svg-path.ts'
import { Wall, type WallName } from './wall.ts'

type RoomPlan = {
  width: number
  height: number
  depth: number
  floor: FloorName
  floorColor?: string
  wallColor?: string
  backColor?: string
  ceilingColor?: string
  overhead?: Overhead
}

/** A room, open behind the camera: floor at y = 0, centered on x, back wall at z = `depth`. */
export class Room {
  readonly stage: Stage
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly back: Wall
  readonly left: Wall
  readonly right: Wall

  constructor(stage: Stage, plan: RoomPlan) {
    this.stage = stage
    this.width = plan.width
    this.height = plan.height
    this.depth = plan.depth
    const { palette } = stage
    const side = plan.wallColor ?? palette.wall
    this.back = new Wall(stage, 'back', this, plan.backColor ?? side)
    this.left = new Wall(stage, 'left', this, side)
    this.right = new Wall(stage, 'right', this, side)
    this.ceiling(plan.ceilingColor ?? palette.ceiling)
    for (const wall of [this.left, this.right, this.back]) wall.paint()
    layFloor(stage, this, plan.floor, plan.floorColor ?? palette.floor)
    this.corners()
    drawOverhead(
      stage,
      this,
      plan.overhead ?? stage.random.pick(['none', 'beams', 'joists', 'duct']),
    )
  }

  wall(name: WallName): Wall {
    return this[name]
  }

  get halfWidth(): number {
    return this.width / 2
  }

  floorOutline(): Point[] {
    return [
      [-this.halfWidth, 0, this.depth],
      [this.halfWidth, 0, this.depth],
      [this.halfWidth, 0, behindCamera],
      [-this.halfWidth, 0, behindCamera],
    ]
  }

  private ceiling(color: string): void {
    const { stage } = this
    const tone = stage.tone(color, 0.42)
    stage.paint(
      this.floorOutline().map(([x, , z]): Point => [x, this.height, z]),
      tone,
      { soften: 1 },
    )
  }

  /** Draws dark seams where the room's surfaces meet. */
  private corners(): void {
    const { stage } = this
    const dark = multiply(mix(stage.mood.shade, '#000000', 0.2), stage.mood.ambient)
    const blur = stage.define(
      'corner blur',
      (id) =>
        `<filter id="${id}" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="${n(stage.camera.width / 62)}"/></filter>`,
    )
    const half = this.halfWidth
    const edges: Point[][] = []
    for (const y of [0, this.height]) {
      edges.push([
        [-half, y, this.depth],
        [half, y, this.depth],
      ])
      for (const x of [-half, half]) edges.push(this.alongSide(x, y))
    }
    for (const x of [-half, half])
      edges.push([
        [x, 0, this.depth],
        [x, this.height, this.depth],
      ])
    const lines = edges.map((edge) => path(stage.camera.line(edge), false)).join('')
    stage.emit(
      `<path d="${lines}" fill="none" stroke="${dark}" stroke-width="${n(stage.camera.width / 48)}" opacity=".3" filter="url(#${blur})"/>`,
    )
  }

  /** Returns a side wall's edge, from the camera plane to the back. */
  private alongSide(x: number, y: number): Point[] {
    const steps = Array.from(
      { length: 40 },
      (_, i) => behindCamera + ((this.depth - behindCamera) * i) / 39,
    )
    return steps
      .map((z): Point => [x, y, z])
      .filter((point) => this.stage.camera.depth(point) > 0.3)
  }
}
