import { lighten, mix } from '../color.ts'
import { chandelier, pendant, stringLights } from '../furniture/lamps.ts'
import { djBooth, speaker } from '../furniture/music.ts'
import { plant } from '../furniture/plants.ts'
import { chair } from '../furniture/seating.ts'
import { curtain } from '../furniture/soft.ts'
import { bouquet, clothTable, counter, setting, table } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, row, steelWindow, type Scene } from '../scene.ts'
import type { Stage } from '../stage.ts'
import { openWindows } from '../windows.ts'

export const eventHall: Scene = {
  size: (random) => ({
    width: random.between(10, 12),
    height: random.between(5, 5.8),
    depth: random.between(9, 10.5),
  }),
  views: ({ width, depth }, random) => {
    const side = random.chance(0.5) ? 1 : -1
    return [
      { x: side * 0.5, y: 1.75, z: -2, yaw: side * -2, focal: 0.7, horizon: 0.55 },
      { x: side * width * 0.34, y: 1.7, z: -1, yaw: side * -24, focal: 0.68, horizon: 0.54 },
      { x: -side * width * 0.3, y: 1.6, z: depth * 0.1, yaw: side * 20, focal: 0.8, horizon: 0.52 },
    ]
  },
  draw(stage, size, place) {
    const { palette, random } = stage
    const brick = random.chance(0.4)
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone', 'checker', 'concrete']),
      ceilingColor: mix(palette.ceiling, palette.wood, 0.2),
      overhead: 'beams',
    })
    if (brick)
      for (const wall of [room.back, room.left, room.right])
        wall.bricks(mix(palette.wall, '#b3694e', 0.6))
    else for (const wall of [room.back, room.left, room.right]) wall.panelling(palette.wall, 1.6)
    const look = random.chance(0.75)
      ? archWindow(size.height, brick ? '#2b2f38' : '#f7f2ea', 0.9)
      : steelWindow(size.height, 0.9)
    openWindows(room, place, [
      ...row('back', -size.width / 2 + 0.6, size.width / 2 - 0.6, 3, 0.66, look),
      ...row(random.chance(0.5) ? 'left' : 'right', 0.4, size.depth - 0.5, 4, 0.64, look),
    ])
    if (!brick)
      for (const [a, b] of [
        [-size.width / 2 + 0.1, -size.width / 2 + 0.75],
        [size.width / 2 - 0.75, size.width / 2 - 0.1],
      ] as const)
        curtain(room.back, a, b, size.height - 0.3, palette.feature)
    const layout = stage.arrangement(['long', 'long', 'round'])
    if (layout === 'long') feast(stage, size)
    else rounds(stage, size)
    stage.put(-size.width / 2 + 1.2, size.depth - 1, 0, (f) =>
      counter(f, 2.2, palette.feature, palette.wood),
    )
    stage.put(size.width / 2 - 1.5, size.depth - 1, 0, (f) => djBooth(f, palette.dark))
    stage.put(size.width / 2 - 0.5, size.depth - 0.8, 0, (f) => speaker(f, 2.2))
    for (const x of [-size.width / 2 + 0.5, size.width / 2 - 0.5])
      stage.put(x, size.depth - 3.5, 0, (f) => plant(f, 'palm', 2.6, lighten(palette.feature, 0.2)))
    lights(stage, size)
    return room
  },
}

function feast(stage: Stage, size: { depth: number; width: number }): void {
  const { palette } = stage
  const columns = size.width > 10.6 ? [-2.7, 0, 2.7] : [-1.9, 1.9]
  for (const x of columns)
    for (let part = 0; part < 2; part++) {
      const z = size.depth - 3.2 - part * 3.3
      for (let i = 0; i < 4; i++) {
        const along = z - 1.2 + i * 0.8
        stage.put(x - 0.78, along, 90, (f) => chair(f, palette.second))
        stage.put(x + 0.78, along, -90, (f) => chair(f, palette.second), 0, 0)
      }
      stage.put(
        x,
        z,
        90,
        (f) => {
          table(f, 3.2, 0.95, lighten(palette.wood, 0.1), 0.75, 'trestle')
          setting(f, 3.2, 0.95)
        },
        0,
        0.2,
      )
    }
}

function rounds(stage: Stage, size: { depth: number; width: number }): void {
  const cloth = lighten(stage.palette.second, 0.5)
  for (const [i, z] of [size.depth - 2.4, size.depth - 4.8, size.depth - 7.2].entries())
    for (const x of i % 2 ? [-3.1, 0, 3.1] : [-1.7, 1.7]) {
      for (let k = 0; k < 6; k++) {
        const angle = (k / 6) * 2 * Math.PI + 0.5
        stage.put(
          x + Math.sin(angle) * 1.2,
          z + Math.cos(angle) * 1.2,
          (angle * 180) / Math.PI,
          (f) => chair(f, stage.palette.fabric, '#c9a45c'),
        )
      }
      stage.put(x, z, 0, (f) => {
        clothTable(f, 0.8, cloth)
        bouquet(f.part(0, 0.75, 0), 1.2)
      })
    }
}

function lights(
  stage: Stage,
  { width, height, depth }: { width: number; height: number; depth: number },
): void {
  const kind = stage.random.pick(['strings', 'chandelier', 'strings', 'baskets'] as const)
  if (kind === 'chandelier')
    for (const z of [depth - 2.5, depth - 5.5])
      stage.put(0, z, 0, (f) => chandelier(f, height, height - 1.7, 0.8))
  if (kind === 'baskets')
    for (const z of [depth - 2.2, depth - 4.4, depth - 6.4])
      for (const x of [-2, 0, 2])
        stage.put(x, z, 0, (f) =>
          pendant(f, height, height - 1.9 - f.random.between(0, 0.5), '#c59a62', 'basket', 1.3),
        )
  if (kind === 'strings')
    stage.haze(() => {
      for (let z = depth - 0.8; z > 1; z -= 1.5)
        stringLights(
          stage,
          [-width / 2, height - 0.7, z],
          [width / 2, height - 0.7, z - 0.8],
          0.55,
          15,
        )
    })
}
