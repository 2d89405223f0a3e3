import { darken, lighten, mix } from '../color.ts'
import { framed } from '../furniture/art.ts'
import { floorLamp, neon, pendant } from '../furniture/lamps.ts'
import { acousticPanels, boomMic } from '../furniture/music.ts'
import { camera, softbox } from '../furniture/photo.ts'
import { plant } from '../furniture/plants.ts'
import { armchair } from '../furniture/seating.ts'
import { shelf } from '../furniture/shelves.ts'
import { curtain, roundRug } from '../furniture/soft.ts'
import { roundTable } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { plainWindow, row, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

const wave = 'M0 0Q.06-.3.12 0T.24 0Q.3-.5.36 0T.48 0Q.54-.36.6 0T.72 0Q.78-.22.84 0T.96 0'
const bubble =
  'M.1 0H.8Q.95 0 .95-.14V-.46Q.95-.6.8-.6H.2Q.05-.6.05-.46V.16ZM.28-.3H.3M.5-.3H.52M.72-.3H.74'

export const podcastStudio: Scene = {
  size: (random) => ({
    width: random.between(6, 7),
    height: random.between(3, 3.3),
    depth: random.between(5, 5.6),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const half = size.width / 2
    const deep = random.chance(0.6) ? mix(palette.feature, palette.dark, 0.25) : palette.feature
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone', 'smooth']),
      backColor: deep,
      wallColor: mix(deep, palette.wall, 0.35),
    })
    const plain = side < 0 ? room.right : room.left
    if (random.chance(0.5)) room.back.slats(palette.wood, -half + 0.1, half - 0.1, 0, size.height)
    else
      acousticPanels(room.back, -half + 0.25, 0.5, Math.floor((size.width - 0.5) / 0.6), 4, 0.6, [
        palette.feature,
        darken(palette.feature, 0.2),
        mix(palette.feature, palette.second, 0.35),
      ])
    acousticPanels(plain, 0.6, 0.7, 7, 3, 0.6, [palette.fabric, darken(palette.fabric, 0.2)])
    for (const wall of [room.back, plain]) wall.skirting(darken(deep, 0.2), 0.1)
    openWindows(
      room,
      place,
      row(
        side < 0 ? 'left' : 'right',
        0.9,
        size.depth - 0.9,
        1,
        0.62,
        plainWindow(size.height, '#2c2f38', 0.9),
      ),
    )
    const windowWall = side < 0 ? room.left : room.right
    for (const u of [1, size.depth - 1])
      curtain(windowWall, u - 0.3, u + 0.3, size.height - 0.3, palette.spark)
    stage.lay(0, size.depth - 2.2, 0, (f) => roundRug(f, 1.7, palette.second))
    stage.put(
      0,
      size.depth - 0.12,
      0,
      (f) =>
        neon(
          f.part(-0.85, 2.3, -0.05),
          { wave, bubble }[stage.arrangement(['wave', 'bubble'])],
          random.pick(['#ff8a5c', '#ff6f91', '#6fd6e8', '#ffc857']),
          1.7,
        ),
      0,
      0.1,
    )
    stage.put(-1.35, size.depth - 1.9, -38, (f) => armchair(f, palette.fabric, palette.spark))
    stage.put(1.35, size.depth - 1.9, 38, (f) => armchair(f, palette.fabric, palette.second))
    stage.put(0, size.depth - 2.1, 0, (f) => {
      roundTable(f, 0.45, palette.wood, 0.55)
      boomMic(f.part(-0.2, 0.55, 0.1, 180))
      boomMic(f.part(0.2, 0.55, 0.1))
      f.cylinder(0, 0.55, -0.2, 0.04, 0.09, palette.spark, { airy: true })
    })
    stage.put(side * (half - 0.5), size.depth - 0.5, 0, (f) =>
      plant(f, random.pick(['monstera', 'snake', 'fiddle']), 1.6),
    )
    stage.put(-side * (half - 0.8), size.depth - 0.25, 0, (f) => shelf(f, 1.2, 1.9, palette.wood))
    stage.put(-side * 2.1, size.depth - 1, 0, (f) => floorLamp(f, lighten(palette.second, 0.3)))
    stage.put(-side * 2.2, size.depth - 3.7, side * 145, (f) => softbox(f, 1.7, 0.6))
    stage.put(side * 1.1, size.depth - 3.9, side * -8, (f) => camera(f, 1.25))
    stage.put(0, size.depth - 2.1, 0, (f) =>
      pendant(f, size.height, size.height - 0.95, palette.dark, 'dome', 1.3),
    )
    framed(plain, size.depth - 0.6, 1.9, 0.5, 0.7, palette.wood)
    return room
  },
}
