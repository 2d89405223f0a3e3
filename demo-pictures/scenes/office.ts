import { lighten, mix } from '../color.ts'
import { framed } from '../furniture/art.ts'
import { pendant } from '../furniture/lamps.ts'
import { leaves, plant } from '../furniture/plants.ts'
import { armchair, sofa } from '../furniture/seating.ts'
import { shelf } from '../furniture/shelves.ts'
import { rug } from '../furniture/soft.ts'
import { roundTable } from '../furniture/tables.ts'
import { desk, phoneBooth, whiteboard } from '../furniture/workplace.ts'
import { Room } from '../room.ts'
import { glassWall, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const office: Scene = {
  size: (random) => ({
    width: random.between(8.5, 10),
    height: random.between(3.1, 3.7),
    depth: random.between(7, 8),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'smooth', 'concrete', 'herringbone']),
      backColor: random.chance(0.5) ? palette.wall : mix(palette.feature, palette.wall, 0.35),
    })
    const wallName = side < 0 ? 'left' : 'right'
    const other = side < 0 ? room.right : room.left
    if (random.chance(0.4)) other.slats(palette.wood, 0.4, size.depth - 0.3, 0.1, size.height)
    for (const wall of [room.back, other]) wall.skirting(lighten(palette.wall, 0.4))
    const look = random.pick([
      glassWall(size.height),
      steelWindow(size.height, 0.5),
      plainWindow(size.height, '#f4f1ea', 0.75),
    ])
    const across = stage.arrangement(['view', 'board']) === 'view'
    openWindows(room, place, [
      ...row(wallName, 0.2, size.depth - 0.2, 3, 0.9, look),
      ...(across ? row('back', -size.width / 2 + 0.3, size.width / 2 - 0.3, 4, 0.9, look) : []),
    ])
    if (!across) {
      whiteboard(room.back, side * 1, 1.7, 2.6, 1.2)
      framed(room.back, -side * 1.6, 1.75, 0.9, 1.1, palette.wood)
    } else framed(other, size.depth - 2, 1.8, 1.2, 0.9, palette.wood)
    const rows = [size.depth - 1.6, size.depth - 3.5, size.depth - 5.3]
    // The nearest row has one desk, because a second desk would fill the foreground.
    for (const [row, z] of rows.entries())
      for (const x of [side * (size.width / 2 - 1.4), side * (size.width / 2 - 3.3)].slice(
        0,
        row === 2 ? 1 : 2,
      ))
        stage.put(x, z, random.chance(0.2) ? 178 : 0, (f) =>
          desk(f, lighten(palette.wood, 0.2), mix(palette.fabric, '#d8cfc4', 0.45)),
        )
    for (const z of rows)
      stage.put(side * (size.width / 2 - 2.3), z, 0, (f) =>
        pendant(f, size.height, size.height - 1.15, palette.spark, 'dome'),
      )
    const lounge = -side * (size.width / 2 - 1.7)
    stage.lay(lounge, size.depth - 2.7, 0, (f) => rug(f, 2.6, 2.4, palette.second, palette.feature))
    stage.put(-side * (size.width / 2 - 0.55), size.depth - 2.7, side * -90, (f) =>
      sofa(f, 2, palette.feature, palette.spark),
    )
    stage.put(lounge + side * 0.1, size.depth - 2.7, 0, (f) =>
      roundTable(f, 0.42, palette.wood, 0.42),
    )
    stage.put(lounge + side * 0.7, size.depth - 3.9, side * 150, (f) =>
      armchair(f, palette.fabric, palette.second),
    )
    if (random.chance(0.6))
      stage.put(-side * (size.width / 2 - 0.8), size.depth - 0.7, 0, (f) =>
        phoneBooth(f, palette.feature),
      )
    else
      stage.put(-side * (size.width / 2 - 1.1), size.depth - 0.2, 0, (f) =>
        shelf(f, 1.7, 2, palette.wood),
      )
    stage.put(-side * (size.width / 2 - 0.45), size.depth - 5.3, 0, (f) =>
      plant(f, random.pick(['monstera', 'palm']), 1.8),
    )
    stage.put(side * (size.width / 2 - 0.4), size.depth - 0.45, 0, (f) => plant(f, 'fiddle', 2))
    if (random.chance(0.5))
      for (const x of [-0.6, 0.8, 2])
        stage.put(x, size.depth - 1.4, 0, (f) => leaves(f, 'trailing', 0.9), size.height - 0.3)
    return room
  },
}
