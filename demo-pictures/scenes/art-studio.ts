import { lighten, mix } from '../color.ts'
import { pictureWall } from '../furniture/art.ts'
import { easel, paints } from '../furniture/craft.ts'
import { pendant } from '../furniture/lamps.ts'
import { plant } from '../furniture/plants.ts'
import { armchair, stool } from '../furniture/seating.ts'
import { shelf } from '../furniture/shelves.ts'
import { cat, rug } from '../furniture/soft.ts'
import { table } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const artStudio: Scene = {
  size: (random) => ({
    width: random.between(7, 8.5),
    height: random.between(3.6, 4.2),
    depth: random.between(6, 7),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone', 'planks']),
    })
    const brick = random.chance(0.35)
    if (brick) room.back.bricks(mix(palette.wall, '#c98a6a', 0.55))
    for (const wall of [room.back, room.left, room.right])
      wall.skirting(lighten(palette.wall, 0.35))
    const look = random.pick([
      steelWindow(size.height, 0.6),
      archWindow(size.height, '#f5f0e6', 0.6),
      plainWindow(size.height, palette.feature, 0.6),
    ])
    const atBack = random.chance(0.5)
    openWindows(
      room,
      place,
      atBack
        ? row('back', -size.width / 2 + 0.5, size.width / 2 - 0.5, 3, 0.78, look)
        : [...row(side < 0 ? 'left' : 'right', 0.3, size.depth - 0.4, 3, 0.8, look)],
    )
    if (!atBack)
      pictureWall(room.back, -size.width / 2 + 0.8, size.width / 2 - 0.8, 2.1, palette.wood)
    else pictureWall(side < 0 ? room.right : room.left, 2.2, size.depth - 0.6, 2, palette.wood)
    stage.lay(0, size.depth - 3.1, 8 * side, (f) =>
      rug(f, 3.2, 2.2, palette.fabric, palette.second),
    )
    stage.put(-side * 0.6, size.depth - 2.2, side * -18, (f) => easel(f, 1.1))
    stage.put(-side * 0.2, size.depth - 3.2, 0, (f) => stool(f, palette.wood))
    stage.put(side * 1.5, size.depth - 1.8, side * 24, (f) => easel(f, 0.95))
    if (random.chance(0.6)) stage.put(side * 2.5, size.depth - 3.1, side * 40, (f) => easel(f, 0.9))
    stage.put(-side * (size.width / 2 - 1), size.depth - 3.4, side * 90, (f) => {
      table(f, 1.9, 0.75, palette.wood, 0.8, 'trestle')
      paints(f.part(0, 0.8, 0))
    })
    stage.put(-side * (size.width / 2 - 1.1), size.depth - 0.22, 0, (f) =>
      shelf(f, 1.8, atBack ? 0.9 : 1.1, palette.wood, 'pots'),
    )
    stage.put(side * (size.width / 2 - 1), size.depth - 4.6, side * 130, (f) =>
      armchair(f, palette.feature, palette.spark),
    )
    stage.put(side * (size.width / 2 - 0.45), size.depth - 0.5, 0, (f) =>
      plant(f, random.pick(['fiddle', 'monstera', 'palm']), 2.1),
    )
    stage.put(-side * (size.width / 2 - 0.4), size.depth - 5, 0, (f) => plant(f, 'monstera', 1.2))
    for (const x of [-1.3, 1.3])
      stage.put(x, size.depth - 2.6, 0, (f) =>
        pendant(f, size.height, size.height - 1.1, palette.spark, 'cone', 1.2),
      )
    if (random.chance(0.4)) stage.put(side * 0.9, size.depth - 3.7, 0, (f) => cat(f, '#d08a4e'))
    return room
  },
}
