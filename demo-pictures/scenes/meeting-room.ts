import { lighten, mix } from '../color.ts'
import { framed } from '../furniture/art.ts'
import { pendant } from '../furniture/lamps.ts'
import { plant } from '../furniture/plants.ts'
import { chair, officeChair } from '../furniture/seating.ts'
import { rug } from '../furniture/soft.ts'
import { sideboard, table } from '../furniture/tables.ts'
import { wallScreen, whiteboard } from '../furniture/workplace.ts'
import { Room } from '../room.ts'
import { glassWall, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const meetingRoom: Scene = {
  size: (random) => ({
    width: random.between(6.4, 7.6),
    height: random.between(3, 3.4),
    depth: random.between(6.6, 7.6),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const viewAtBack = random.chance(0.5)
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'smooth', 'herringbone']),
      floorColor: random.chance(0.3) ? mix(palette.fabric, '#c9c4bb', 0.5) : palette.floor,
      backColor: viewAtBack ? palette.wall : mix(palette.feature, palette.wall, 0.25),
    })
    const look = random.pick([
      glassWall(size.height),
      steelWindow(size.height, 0.4),
      plainWindow(size.height, '#f5f2eb', 0.7),
    ])
    const [windowWall, plainWall] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    const isPanelled = stage.arrangement(['oak', 'plaster']) === 'oak'
    if (isPanelled) plainWall.slats(palette.wood, 0.3, size.depth - 0.1)
    if (isPanelled && !viewAtBack)
      room.back.slats(palette.wood, -size.width / 2, size.width / 2, 0, 1.1)
    for (const wall of [room.back, plainWall]) wall.skirting(lighten(palette.wall, 0.3))
    openWindows(
      room,
      place,
      viewAtBack
        ? [...row('back', -size.width / 2 + 0.2, size.width / 2 - 0.2, 3, 0.94, look)]
        : row(windowWall.name, 0.1, size.depth - 0.3, 3, 0.9, look),
    )
    if (viewAtBack) {
      wallScreen(plainWall, size.depth - 3, 1.65, 2.2)
      whiteboard(windowWall, size.depth - 3, 1.65, 2.6, 1.2)
    } else {
      wallScreen(room.back, 0, 1.72, 2.5)
      framed(room.back, -side * 2.4, 1.8, 0.8, 1.05, palette.wood)
    }
    const z = size.depth - 3.2
    stage.lay(0, z, 90, (f) =>
      rug(f, 4.6, 3, palette.second, mix(palette.second, palette.feature, 0.5)),
    )
    const soft = random.chance(0.5)
    for (let i = 0; i < 4; i++) {
      const along = z - 1.25 + i * 0.85
      for (const s of [1, -1])
        stage.put(s * 0.95, along, s * -90 + 180 * 0 + (s > 0 ? 0 : 0), (f) =>
          soft ? chair(f, palette.fabric) : officeChair(f, palette.fabric),
        )
    }
    stage.put(
      0,
      z,
      90,
      (f) => {
        table(f, 3.6, 1.15, lighten(palette.wood, 0.06), 0.75, 'trestle')
        for (const x of [-1.2, 0.3, 1.3]) {
          f.box(x, 0.75, -0.3, 0.3, 0.015, 0.22, '#3a3c46', { airy: true })
          f.cylinder(x + 0.28, 0.75, 0.2, 0.035, 0.09, palette.spark, { airy: true })
        }
        plant(f.part(-0.4, 0.75, 0.05), 'monstera', 0.42, palette.second)
      },
      0,
      0.3,
    )
    for (const dz of [-1, 0.1, 1.2])
      stage.put(0, z + dz, 0, (f) =>
        pendant(
          f,
          size.height,
          size.height - 1.15,
          palette.spark,
          random.pick(['dome', 'globe']),
          1,
        ),
      )
    if (!viewAtBack) stage.put(0, size.depth - 0.3, 0, (f) => sideboard(f, 2.4, palette.wood))
    stage.put(-side * (size.width / 2 - 0.45), size.depth - 0.5, 0, (f) =>
      plant(f, random.pick(['palm', 'fiddle']), 1.9),
    )
    stage.put(side * (size.width / 2 - 0.4), size.depth - 0.5, 0, (f) => plant(f, 'snake', 1.1))
    return room
  },
}
