import { darken, lighten, mix } from '../color.ts'
import { pendant } from '../furniture/lamps.ts'
import { cupboards, hood, island, oven, panRack, utensils } from '../furniture/kitchen.ts'
import { leaves, plant } from '../furniture/plants.ts'
import { chair, stool } from '../furniture/seating.ts'
import { things } from '../furniture/shelves.ts'
import { roundTable, bouquet } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const kitchen: Scene = {
  size: (random) => ({
    width: random.between(7.4, 8.6),
    height: random.between(3.2, 3.7),
    depth: random.between(5.8, 6.6),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['checker', 'tiles', 'planks', 'terrazzo', 'herringbone']),
    })
    const tile = random.pick([
      lighten(palette.feature, 0.5),
      mix(palette.second, '#ffffff', 0.5),
      '#f2efe8',
      palette.feature,
    ])
    const half = size.width / 2
    room.back.tiles(tile, -half, half, 0.9, 2.1, random.pick([0.3, 0.16]), 0.15)
    const look = random.pick([
      plainWindow(size.height, '#f6f2ea', 1.15),
      archWindow(size.height, '#f6f2ea', 1.1),
      steelWindow(size.height, 1.1),
    ])
    openWindows(room, place, [
      ...row('back', side > 0 ? -half + 0.3 : 0.4, side > 0 ? -0.4 : half - 0.3, 2, 0.82, look),
      ...row(side > 0 ? 'left' : 'right', 1, size.depth - 0.8, 2, 0.7, look),
    ])
    const back = size.depth - 0.32
    const front = random.pick([
      palette.feature,
      mix(palette.feature, '#ffffff', 0.25),
      palette.fabric,
    ])
    const top = random.pick(['#efece6', palette.wood, '#4a4c55'])
    const cooker = side * half * 0.5
    stage.put(0, back, 0, (f) => {
      cupboards(f, size.width - 0.1, front, top)
      utensils(f.part(-side * half * 0.5, 0.91, 0.1), half - 0.6)
      utensils(f.part(side * (half - 0.7), 0.91, 0.1), 0.9)
    })
    stage.put(cooker, back - 0.03, 0, (f) => oven(f), 0, 0.1)
    stage.put(cooker, size.depth - 0.35, 0, (f) =>
      hood(f, 1.75, size.height, random.pick([palette.metal, palette.spark, '#f4f0e8'])),
    )
    for (const y of [1.55, 2])
      stage.put(side * (half - 0.75), size.depth - 0.16, 0, (f) => {
        f.box(0, y, 0, 1.3, 0.04, 0.28, palette.wood, { airy: true })
        things(f.part(0, y + 0.04, 0), 1.2, 0.36, random.pick(['jars', 'pots']))
      })
    const z = size.depth - 2.5
    for (const x of [-0.9, 0, 0.9])
      stage.put(x, z - 0.85, 0, (f) => stool(f, palette.spark, 0.66, palette.dark))
    stage.put(
      0,
      z,
      0,
      (f) => {
        island(f, 3, random.chance(0.5) ? front : darken(palette.wood, 0.05), top)
        utensils(f.part(0, 0.93, 0.1), 2.5)
        bouquet(f.part(-0.7, 0.93, -0.1), 1.1)
      },
      0,
      -0.3,
    )
    const kind = random.pick(['dome', 'globe', 'basket', 'cone'] as const)
    if (random.chance(0.3))
      stage.put(0, z, 0, (f) => panRack(f, size.height, size.height - 0.9, 2.2))
    else
      for (const x of [-0.9, 0, 0.9])
        stage.put(x, z, 0, (f) =>
          pendant(f, size.height, size.height - 1.35, palette.second, kind, 0.95),
        )
    const nook = -side * (half - 1.1)
    for (const [dx, dz, turn] of [
      [-0.7, 0, -90],
      [0.7, 0, 90],
      [0, -0.7, 180],
    ] as const)
      stage.put(nook + dx, size.depth - 4.6 + dz, turn, (f) => chair(f, palette.second))
    stage.put(nook, size.depth - 4.6, 0, (f) => {
      roundTable(f, 0.5, palette.wood)
      bouquet(f.part(0, 0.75, 0))
    })
    stage.put(side * (half - 0.45), size.depth - 3.6, 0, (f) =>
      plant(f, random.pick(['fiddle', 'monstera', 'olive']), 1.7),
    )
    stage.put(
      -side * 1.2,
      size.depth - 0.5,
      0,
      (f) => leaves(f, 'trailing', 0.5),
      size.height - 0.15,
    )
    return room
  },
}
