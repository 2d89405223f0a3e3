import type { Point, View } from './camera.ts'
import type { Random } from '@hourspace/supabase/seed/random.ts'
import type { Stage } from './stage.ts'
import type { WindowPlan } from './windows.ts'
import type { WallName } from './wall.ts'

export type Size = {
  width: number
  height: number
  depth: number
}

/** A kind of room: its size, its views and what stands in it. */
export type Scene = {
  size(random: Random): Size
  /** `views` replaces the standard views. */
  views?(size: Size, random: Random): View[]
  /** Draws the room and returns the ground on which light and shadows fall. */
  draw(stage: Stage, size: Size, place: string): { floorOutline(): Point[] }
}

/** Returns a straight view, two views from the sides, and a closer view. */
export function standardViews({ width, depth }: Size, random: Random): View[] {
  const side = random.chance(0.5) ? 1 : -1
  const straight: View = {
    x: side * width * 0.07,
    y: 1.5,
    z: -1.5,
    yaw: side * -4,
    focal: 0.75,
    horizon: 0.5,
  }
  const fromSide = (s: number): View => ({
    x: s * width * 0.36,
    y: 1.45,
    z: -0.9,
    yaw: s * -25,
    focal: 0.68,
    horizon: 0.49,
  })
  const close: View = {
    x: -side * width * 0.2,
    y: 1.32,
    z: depth * 0.04 - 0.9,
    yaw: side * 14,
    focal: 0.98,
    horizon: 0.47,
  }
  return [straight, fromSide(side), fromSide(-side), close]
}

type Look = Omit<WindowPlan, 'wall' | 'u' | 'width'>

/** Returns `count` equal windows along a wall, between two points. */
export function row(
  wall: WallName,
  from: number,
  to: number,
  count: number,
  share: number,
  look: Look,
): WindowPlan[] {
  const step = (to - from) / count
  return Array.from({ length: count }, (_, i) => ({
    ...look,
    wall,
    u: from + step * (i + 0.5),
    width: step * share,
  }))
}

export function steelWindow(height: number, sill = 0.55): Look {
  return { sill, height: height - sill - 0.4, columns: 4, rows: 5, frame: '#2b2f38', bar: 0.035 }
}

export function archWindow(height: number, frame: string, sill = 0.5): Look {
  return { sill, height: height - sill - 0.35, columns: 2, rows: 3, arched: true, frame, bar: 0.05 }
}

export function plainWindow(height: number, frame: string, sill = 0.7): Look {
  return { sill, height: height - sill - 0.45, columns: 2, rows: 2, frame, bar: 0.055 }
}

export function glassWall(height: number, frame = '#33363f'): Look {
  return { sill: 0.06, height: height - 0.2, columns: 1, rows: 1, frame, bar: 0.06 }
}
