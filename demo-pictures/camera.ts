/** `Point` is in meters: x to the right, y up, z away from the viewer. */
export type Point = readonly [x: number, y: number, z: number]
/** `Spot` is in pixels of the picture. */
export type Spot = readonly [x: number, y: number]

/** The camera. Vertical lines stay vertical, as with a shift lens. */
export type View = {
  x: number
  y: number
  z: number
  /** `yaw` is in degrees to the right. */
  yaw: number
  /** `focal` is the focal length as a fraction of the picture's width. */
  focal: number
  /** `horizon` is the height of the horizon as a fraction of the picture's height. */
  horizon: number
}

const nearPlane = 0.12

export class Camera {
  readonly view: View
  readonly width: number
  readonly height: number
  readonly horizon: number
  private readonly focal: number
  private readonly cos: number
  private readonly sin: number

  constructor(view: View, width: number, height: number) {
    this.view = view
    this.width = width
    this.height = height
    this.horizon = view.horizon * height
    this.focal = view.focal * width
    this.cos = Math.cos((view.yaw * Math.PI) / 180)
    this.sin = Math.sin((view.yaw * Math.PI) / 180)
  }

  /** Converts a point of the room to camera coordinates. */
  private turn([x, y, z]: Point): Point {
    const dx = x - this.view.x
    const dz = z - this.view.z
    return [dx * this.cos - dz * this.sin, y - this.view.y, dx * this.sin + dz * this.cos]
  }

  /** Returns the distance in front of the camera in meters; negative behind it. */
  depth(point: Point): number {
    return this.turn(point)[2]
  }

  /** Returns the pixels per meter at a point. */
  scale(point: Point): number {
    return this.focal / Math.max(nearPlane, this.depth(point))
  }

  spot(point: Point): Spot {
    return this.flatten(this.turn(point))
  }

  /** Projects a polygon, clipped at the camera; returns an empty list if it is behind the camera. */
  outline(points: readonly Point[]): Spot[] {
    const turned = points.map((point) => this.turn(point))
    const kept: Point[] = []
    turned.forEach((point, index) => {
      const before = turned[(index + turned.length - 1) % turned.length]!
      if (point[2] >= nearPlane !== before[2] >= nearPlane) kept.push(cut(before, point))
      if (point[2] >= nearPlane) kept.push(point)
    })
    return kept.map((point) => this.flatten(point))
  }

  /** Projects a polyline. Returns an empty list if any point is behind the camera. */
  line(points: readonly Point[]): Spot[] {
    const turned = points.map((point) => this.turn(point))
    return turned.some((point) => point[2] < nearPlane)
      ? []
      : turned.map((point) => this.flatten(point))
  }

  private flatten([x, y, z]: Point): Spot {
    const depth = Math.max(nearPlane, z)
    return [this.width / 2 + (this.focal * x) / depth, this.horizon - (this.focal * y) / depth]
  }
}

function cut(a: Point, b: Point): Point {
  const share = (nearPlane - a[2]) / (b[2] - a[2])
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, nearPlane]
}

/** Returns twice the signed area of a polygon; negative if its back faces the camera. */
export function turning(spots: readonly Spot[]): number {
  return spots.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = spots[(index + 1) % spots.length]!
    return sum + x * nextY - nextX * y
  }, 0)
}

/** Returns the convex hull (Andrew's monotone chain). */
export function hull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Spot[]) => {
    const chain: Spot[] = []
    for (const spot of list) {
      while (chain.length > 1 && !leftTurn(chain.at(-2)!, chain.at(-1)!, spot)) chain.pop()
      chain.push(spot)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

const leftTurn = (a: Spot, b: Spot, c: Spot) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
