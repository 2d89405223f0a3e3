import { darken, lighten, mix } from '../color.ts'
import { pictureWall } from '../furniture/art.ts'
import { arcLamp, floorLamp, pendant } from '../furniture/lamps.ts'
import { leaves, plant } from '../furniture/plants.ts'
import { armchair, chair, pouf, sofa } from '../furniture/seating.ts'
import { shelf } from '../furniture/shelves.ts'
import { cat, curtain, rug } from '../furniture/soft.ts'
import { bouquet, roundTable, sideboard, table } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, glassWall, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const loft: Scene = {
  size: (random) => ({
    width: random.between(8.6, 10),
    height: random.between(3.5, 4.3),
    depth: random.between(6.6, 7.6),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const half = size.width / 2
    const brick = stage.arrangement(['brick', 'plaster', 'plaster']) === 'brick'
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone', 'herringbone', 'concrete']),
      backColor: random.chance(0.4) ? mix(palette.feature, palette.wall, 0.3) : palette.wall,
    })
    const [windowWall, plain] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    if (brick) plain.bricks(mix('#b3694e', palette.wall, 0.35))
    else if (random.chance(0.5))
      for (const wall of [room.back, plain]) wall.panelling(wall.color, 1.5)
    for (const wall of [room.back, plain]) wall.skirting(lighten(palette.wall, 0.4))
    const look = {
      arch: archWindow(size.height, '#f6f2ea', 0.25),
      steel: steelWindow(size.height, 0.35),
      glass: glassWall(size.height),
      plain: plainWindow(size.height, '#f6f2ea', 0.4),
    }[stage.arrangement(['arch', 'steel', 'glass', 'plain'])]
    openWindows(room, place, [
      ...row('back', -half + 0.5, half - 0.5, 3, 0.7, look),
      ...row(windowWall.name, 0.4, size.depth - 0.5, 2, 0.68, look),
    ])
    if (random.chance(0.6))
      for (const u of [-half + 0.3, half - 0.3])
        curtain(room.back, u - 0.25, u + 0.25, size.height - 0.25, lighten(palette.second, 0.3))
    pictureWall(plain, 1.6, size.depth - 2.2, 1.95, palette.wood)
    if (brick)
      for (const z of [size.depth - 1.4, size.depth - 3.6])
        stage.paint(
          [
            [-half, size.height - 0.28, z],
            [half, size.height - 0.28, z],
            [half, size.height, z],
            [-half, size.height, z],
          ],
          stage.tone(darken(palette.wood, 0.1), 0.4),
        )
    const z = size.depth - 2.7
    stage.lay(side * 0.9, z, 4, (f) => rug(f, 3.6, 2.5, palette.second, palette.feature))
    stage.put(side * 0.9, z + 1.15, 0, (f) => sofa(f, 2.5, palette.fabric, palette.spark))
    stage.put(side * 2.75, z - 0.2, side * 70, (f) => armchair(f, palette.feature, palette.second))
    stage.put(side * 0.8, z - 0.1, 0, (f) => {
      roundTable(f, 0.5, palette.wood, 0.38)
      bouquet(f.part(0.1, 0.38, 0), 0.9)
    })
    stage.put(-side * 0.7, z - 0.4, 0, (f) => pouf(f, palette.spark))
    stage.put(side * (half - 0.5), size.depth - 0.5, 0, (f) =>
      plant(f, random.pick(['fiddle', 'palm', 'monstera']), 2.2),
    )
    if (random.chance(0.5))
      stage.put(-side * 0.7, z + 1.4, 0, (f) => arcLamp(f, side * 1.3, palette.spark))
    else stage.put(side * 2.5, z + 1.4, 0, (f) => floorLamp(f, lighten(palette.second, 0.4)))
    const dining = -side * (half - 2)
    for (let i = 0; i < 3; i++)
      for (const s of [1, -1])
        stage.put(dining + s * 0.72, z - 0.95 + i * 0.8, s * -90 + 180, (f) =>
          chair(f, palette.second),
        )
    stage.put(
      dining,
      z - 0.15,
      90,
      (f) => {
        table(f, 2.4, 0.9, palette.wood)
        bouquet(f.part(0.2, 0.75, 0))
      },
      0,
      0.2,
    )
    for (const dz of [-0.7, 0.5])
      stage.put(dining, z + dz, 0, (f) =>
        pendant(
          f,
          size.height,
          size.height - 1.6,
          palette.feature,
          random.pick(['dome', 'basket', 'globe']),
          1.15,
        ),
      )
    stage.put(-side * (half - 0.3), z + 1.6, side * -90, (f) => sideboard(f, 1.8, palette.wood))
    stage.put(-side * (half - 0.25), size.depth - 5.6, side * -90, (f) =>
      shelf(f, 1.6, 2.2, palette.wood, 'books'),
    )
    stage.put(-side * (half - 0.5), size.depth - 0.5, 0, (f) => plant(f, 'monstera', 1.5))
    if (random.chance(0.5))
      stage.put(
        side * (half - 0.9),
        size.depth - 1.9,
        0,
        (f) => leaves(f, 'trailing', 0.9),
        size.height - 0.2,
      )
    if (random.chance(0.35))
      stage.put(side * 1.7, z - 0.9, 0, (f) =>
        cat(f, random.pick(['#5b5660', '#d08a4e', '#efe6d8'])),
      )
    return room
  },
}
