import { darken, lighten, mix } from '../color.ts'
import { framed } from '../furniture/art.ts'
import { floorLamp, neon, pendant } from '../furniture/lamps.ts'
import { djBooth, speaker } from '../furniture/music.ts'
import { leaves, plant } from '../furniture/plants.ts'
import { armchair, sofa, stool } from '../furniture/seating.ts'
import { things } from '../furniture/shelves.ts'
import { curtain, roundRug } from '../furniture/soft.ts'
import { bouquet, candle, counter, roundTable } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, glassWall, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

const cup =
  'M.1-.4H.7V-.1Q.7.1.5.1H.3Q.1.1.1-.1ZM.7-.3Q.95-.3.9-.12Q.86 0 .7 0M.28-.55Q.22-.65.3-.75M.5-.55Q.44-.65.52-.75'
const star = 'M.5-.7L.6-.38H.92L.66-.2L.76.1L.5-.08L.24.1L.34-.2L.08-.38H.4Z'

export const lounge: Scene = {
  size: (random) => ({
    width: random.between(8.6, 10),
    height: random.between(3.6, 4.2),
    depth: random.between(6.8, 7.6),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const half = size.width / 2
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['herringbone', 'checker', 'terrazzo', 'planks']),
      backColor: palette.feature,
      wallColor: mix(palette.feature, palette.wall, 0.4),
    })
    const [windowWall, plain] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    plain.panelling(plain.color, 1.5)
    const look = random.pick([
      archWindow(size.height, '#2c2f38', 0.4),
      steelWindow(size.height, 0.4),
      glassWall(size.height),
    ])
    openWindows(room, place, row(windowWall.name, 0.2, size.depth - 0.6, 3, 0.76, look))
    curtain(windowWall, size.depth - 0.55, size.depth - 0.1, size.height - 0.25, palette.spark)
    room.back.tiles(
      mix(palette.feature, '#ffffff', 0.15),
      -half * 0.72,
      half * 0.72,
      0.9,
      size.height - 0.6,
      0.18,
      0.18,
    )
    framed(plain, size.depth - 2.2, 1.95, 1, 1.3, palette.wood)
    framed(plain, size.depth - 4, 1.95, 0.8, 1, '#2f3036')
    for (const y of [1.35, 1.8, 2.25])
      stage.put(0, size.depth - 0.16, 0, (f) => {
        f.box(0, y, 0, half * 1.3, 0.045, 0.28, palette.wood, { airy: true })
        things(f.part(0, y + 0.045, 0), half * 1.24, 0.36, 'jars')
      })
    stage.put(0, size.depth - 1.5, 0, (f) => {
      counter(f, half * 1.35, darken(palette.wood, 0.1), '#efe9de')
      bouquet(f.part(-half * 0.5, 1.05, 0), 1.1)
      candle(f.part(0.4, 1.05, 0))
    })
    for (let x = -half * 0.55; x <= half * 0.55; x += 0.8)
      stage.put(x, size.depth - 2.25, 0, (f) => stool(f, palette.spark, 0.74, palette.dark))
    for (let x = -half * 0.5; x <= half * 0.52; x += half * 0.25)
      stage.put(x, size.depth - 1.5, 0, (f) =>
        pendant(f, size.height, size.height - 1.5, palette.second, 'globe', 0.85),
      )
    stage.put(-side * half * 0.86, size.depth - 0.1, 0, (f) =>
      neon(
        f.part(-0.4, 2.7, 0),
        random.pick([cup, star]),
        random.pick(['#ff8a5c', '#ffc857', '#ff6f91']),
        0.8,
      ),
    )
    const z = size.depth - 4.2
    for (const x of [-1.9, 1.9]) {
      stage.lay(x, z, 0, (f) => roundRug(f, 1.25, palette.second))
      stage.put(x - 0.95, z, -75, (f) => armchair(f, palette.fabric, palette.spark))
      stage.put(x + 0.95, z, 75, (f) => armchair(f, lighten(palette.fabric, 0.1), palette.second))
      stage.put(x, z, 0, (f) => {
        roundTable(f, 0.36, palette.wood, 0.5)
        candle(f.part(0, 0.5, 0))
      })
    }
    stage.put(-side * (half - 0.6), z - 0.6, side * -90, (f) =>
      sofa(f, 2.2, palette.fabric, palette.spark),
    )
    stage.put(-side * (half - 0.6), size.depth - 2.4, 0, (f) =>
      floorLamp(f, lighten(palette.second, 0.4)),
    )
    if (random.chance(0.5)) {
      stage.put(side * (half - 1.3), size.depth - 1.2, side * 25, (f) => djBooth(f, palette.dark))
      stage.put(side * (half - 0.4), size.depth - 0.6, 0, (f) => speaker(f, 2))
    } else stage.put(side * (half - 0.7), size.depth - 0.8, 0, (f) => plant(f, 'palm', 2.4))
    stage.put(-side * (half - 0.5), size.depth - 0.5, 0, (f) => plant(f, 'monstera', 1.8))
    for (const x of [-half * 0.8, half * 0.8])
      stage.put(x, size.depth - 1.2, 0, (f) => leaves(f, 'trailing', 0.8), size.height - 0.2)
    return room
  },
}
