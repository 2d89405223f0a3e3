import { lighten, mix } from '../color.ts'
import { framed } from '../furniture/art.ts'
import { pendant } from '../furniture/lamps.ts'
import { micStand, speaker } from '../furniture/music.ts'
import { plant } from '../furniture/plants.ts'
import { chair } from '../furniture/seating.ts'
import { shelf } from '../furniture/shelves.ts'
import { curtain } from '../furniture/soft.ts'
import { table } from '../furniture/tables.ts'
import { wallScreen, whiteboard } from '../furniture/workplace.ts'
import { Room } from '../room.ts'
import { archWindow, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const classroom: Scene = {
  size: (random) => ({
    width: random.between(9, 10.5),
    height: random.between(3.8, 4.5),
    depth: random.between(8, 9),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const half = size.width / 2
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone', 'concrete']),
      backColor: mix(palette.feature, palette.wall, 0.15),
    })
    const [windowWall, plain] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    if (random.chance(0.5)) room.back.slats(palette.wood, -half, half)
    const look = random.pick([
      archWindow(size.height, '#f6f2ea', 0.6),
      steelWindow(size.height, 0.6),
      plainWindow(size.height, '#f6f2ea', 0.7),
    ])
    openWindows(room, place, row(windowWall.name, 0.2, size.depth - 1.2, 4, 0.72, look))
    plain.skirting(lighten(palette.wall, 0.3))
    wallScreen(room.back, 0, 2.35, 3.4)
    for (const u of [-half + 0.45, half - 0.45])
      curtain(room.back, u - 0.4, u + 0.4, size.height - 0.3, palette.spark)
    whiteboard(plain, size.depth - 3, 1.8, 2.2, 1.2)
    framed(plain, size.depth - 5.4, 1.9, 0.9, 1.2, palette.wood)
    stage.put(0, size.depth - 0.85, 0, (f) =>
      f.box(0, 0, 0, size.width * 0.72, 0.24, 1.6, palette.wood),
    )
    stage.put(
      -side * 1.6,
      size.depth - 1.2,
      0,
      (f) => {
        f.box(0, 0, 0, 0.6, 1.05, 0.4, lighten(palette.wood, 0.12))
        f.box(0, 1.05, 0, 0.7, 0.05, 0.5, lighten(palette.wood, 0.2))
      },
      0.24,
      0.3,
    )
    stage.put(side * 0.9, size.depth - 1.2, 0, (f) => micStand(f, 1.4), 0.24, 0.3)
    for (const x of [-1, 1])
      stage.put(x * (half - 1.1), size.depth - 0.7, x * 15, (f) => speaker(f, 2.2))
    for (let line = 0; line < 4; line++)
      for (let i = 0; i < 8; i++) {
        const x = (i - 3.5) * 0.72 + (i < 4 ? -0.35 : 0.35)
        stage.put(x, size.depth - 3 - line * 1.05, 180, (f) =>
          chair(f, (i + line) % 5 === 0 ? palette.spark : palette.fabric),
        )
      }
    for (const z of [2.6, 4.6, 6.4])
      for (const x of [-2.2, 2.2])
        stage.put(x, size.depth - z, 0, (f) =>
          pendant(
            f,
            size.height,
            size.height - 1.1,
            '#f3ecdd',
            random.pick(['globe', 'dome']),
            1.4,
          ),
        )
    stage.put(side * (half - 0.5), size.depth - 2.1, 0, (f) =>
      plant(f, random.pick(['palm', 'fiddle']), 2.1),
    )
    stage.put(-side * (half - 0.5), size.depth - 6.5, 0, (f) => plant(f, 'monstera', 1.5))
    stage.put(-side * (half - 0.25), size.depth - 5.4, side * -90, (f) =>
      shelf(f, 1.6, 1.1, palette.wood, 'books'),
    )
    stage.put(-side * (half - 0.7), size.depth - 4.2, side * -90, (f) =>
      table(f, 1.6, 0.6, palette.wood),
    )
    return room
  },
}
