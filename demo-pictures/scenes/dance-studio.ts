import { darken, lighten, mix } from '../color.ts'
import { pendant } from '../furniture/lamps.ts'
import { piano, speaker } from '../furniture/music.ts'
import { clothesRail } from '../furniture/photo.ts'
import { plant } from '../furniture/plants.ts'
import { bench, pouf } from '../furniture/seating.ts'
import { curtain } from '../furniture/soft.ts'
import { Room } from '../room.ts'
import { archWindow, row, steelWindow, type Scene } from '../scene.ts'
import type { Stage } from '../stage.ts'
import type { Wall } from '../wall.ts'
import { openWindows } from '../windows.ts'

export const danceStudio: Scene = {
  size: (random) => ({
    width: random.between(8.6, 10),
    height: random.between(3.7, 4.4),
    depth: random.between(7, 8),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone']),
      backColor: palette.wall,
    })
    const half = size.width / 2
    const [windowWall, mirrorWall] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    const atBack = stage.arrangement(['mirrors', 'windows']) === 'mirrors'
    const glass = atBack ? room.back : mirrorWall
    const look =
      stage.arrangement(['arch', 'steel']) === 'arch'
        ? archWindow(size.height, '#f6f2ea', 0.5)
        : steelWindow(size.height, 0.6)
    openWindows(room, place, [
      ...row(windowWall.name, 0.2, size.depth - 0.4, 3, 0.74, look),
      ...(atBack ? [] : row('back', -half + 0.5, half - 0.5, 3, 0.66, look)),
    ])
    mirrors(stage, glass, atBack ? -half + 0.4 : 0.8, atBack ? half - 0.4 : size.depth - 0.3)
    for (const wall of [room.back, room.left, room.right]) wall.skirting(lighten(palette.wood, 0.3))
    barre(stage, glass, atBack ? -half + 0.6 : 1, atBack ? half - 0.6 : size.depth - 0.5)
    if (!atBack)
      for (const u of [-half + 0.25, half - 0.25])
        curtain(room.back, u - 0.2, u + 0.2, size.height - 0.3, palette.feature)
    stage.put(side * (half - 1.3), size.depth - 1.1, side * 30, (f) =>
      piano(f, random.chance(0.5) ? '#26272f' : palette.wood),
    )
    stage.put(-side * (half - 0.6), size.depth - 0.6, side * -20, (f) => speaker(f, 1.7))
    stage.put(side * (half - 0.6), size.depth - 3.4, 90, (f) => bench(f, 1.8, palette.wood))
    for (const [x, z, radius, color] of [
      [side * (half - 2), 0.7, 0.34, palette.spark],
      [side * (half - 2.7), 0.6, 0.27, palette.second],
    ] as const)
      stage.put(x, size.depth - z, 0, (f) => f.ball(0, radius, 0, radius, color))
    stage.put(-side * (half - 0.7), size.depth - 2.6, side * -80, (f) => clothesRail(f, 1.2))
    if (stage.arrangement(['mats', 'bare']) === 'mats') mats(stage, size)
    stage.put(side * (half - 0.45), size.depth - 4.9, 0, (f) =>
      plant(f, random.pick(['palm', 'fiddle']), 2.1),
    )
    stage.put(-side * (half - 0.7), size.depth - 5.6, 0, (f) => pouf(f, palette.spark))
    for (const x of [-1.8, 1.8])
      for (const z of [2, 4.4])
        stage.put(x, size.depth - z, 0, (f) =>
          pendant(f, size.height, size.height - 0.9, '#f6f0e2', 'globe', 1.4),
        )
    return room
  },
}

/** Draws mirrors as panes with a pale picture of the room. */
function mirrors(stage: Stage, wall: Wall, from: number, to: number): void {
  const count = 5
  const width = (to - from) / count
  const { palette } = stage
  for (let i = 0; i < count; i++) {
    const [a, b] = [from + width * i + 0.02, from + width * (i + 1) - 0.02]
    wall.rect(a - 0.015, 0.2, b + 0.015, 2.65, wall.tone('#9aa5ad'))
    wall.rect(
      a,
      0.22,
      b,
      2.63,
      stage.falling(wall.tone(mix('#d5e3e8', palette.wall, 0.3), 0.1), 0.05),
    )
    wall.rect(a, 0.22, b, 0.92, wall.tone(mix(palette.floor, '#d5e3e8', 0.35)))
    wall.rect(a, 0.9, b, 0.94, wall.tone('#f3f1ec'))
    const shine = [
      [0.1, 0.22],
      [0.32, 0.22],
      [0.75, 2.63],
      [0.53, 2.63],
    ] as const
    stage.paint(
      shine.map(([t, v]) => wall.at(a + (b - a) * t, v)),
      '#ffffff',
      { opacity: 0.22 },
    )
  }
}

function barre(stage: Stage, wall: Wall, from: number, to: number): void {
  const wood = stage.tone(stage.palette.wood, 0.6)
  for (let u = from; u <= to; u += (to - from) / 5)
    stage.stroke([wall.at(u, 1.02), wall.at(u, 1.02, -0.28)], stage.tone('#c9ccd0', 0.5), 0.035)
  for (const v of [1.02, 0.78])
    stage.stroke([wall.at(from, v, -0.28), wall.at(to, v, -0.28)], wood, 0.055)
}

function mats(stage: Stage, size: { depth: number }): void {
  const { palette } = stage
  const colors = [palette.feature, palette.second, palette.spark, palette.fabric]
  colors.forEach((color, i) => {
    const [x, z] = [-1.9 + i * 1.25, size.depth - 3.2]
    stage.put(x, z, 0, (f) => f.box(0, 0, 0, 0.62, 0.02, 1.75, darken(color, 0.12), { soft: 0.02 }))
    stage.put(x, z + 1.15, 0, (f) => f.box(0, 0, 0, 0.24, 0.1, 0.14, lighten(color, 0.25)))
  })
}
