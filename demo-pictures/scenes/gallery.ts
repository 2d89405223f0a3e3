import { darken, lighten, mix } from '../color.ts'
import { framed, motif } from '../furniture/art.ts'
import { sculpture } from '../furniture/craft.ts'
import { rail } from '../furniture/lamps.ts'
import { plant } from '../furniture/plants.ts'
import { bench } from '../furniture/seating.ts'
import { counter } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, glassWall, row, type Scene } from '../scene.ts'
import type { Wall } from '../wall.ts'
import { openWindows } from '../windows.ts'

export const gallery: Scene = {
  size: (random) => ({
    width: random.between(9, 10.5),
    height: random.between(4.2, 4.8),
    depth: random.between(7.5, 8.5),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const white = mix(palette.wall, '#ffffff', 0.35)
    const room = new Room(stage, {
      ...size,
      wallColor: white,
      backColor:
        stage.arrangement(['white', 'colored']) === 'colored'
          ? mix(palette.feature, white, 0.25)
          : white,
      floor: stage.arrangement(['concrete', 'herringbone', 'terrazzo', 'planks']),
      floorColor: random.chance(0.5) ? '#b5aea4' : palette.floor,
    })
    const [windowWall, artWall] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    for (const wall of [room.back, room.left, room.right]) wall.skirting(darken(white, 0.06), 0.1)
    const look =
      stage.arrangement(['arch', 'glass']) === 'arch'
        ? archWindow(size.height, '#3a3d46', 0.4)
        : glassWall(size.height)
    openWindows(room, place, row(windowWall.name, 0.3, size.depth - 0.5, 3, 0.72, look))
    big(room.back, -size.width * 0.24, 2.15, 2.1, 1.7)
    big(room.back, size.width * 0.06, 2.15, 1.2, 1.8)
    framed(room.back, size.width * 0.24, 2.35, 0.8, 0.8, '#2f3036')
    framed(room.back, size.width * 0.24, 1.4, 0.8, 0.8, '#2f3036')
    big(artWall, size.depth - 1.7, 2.1, 1.7, 1.7)
    framed(artWall, size.depth - 3.8, 2.1, 1.1, 1.4, palette.wood)
    big(artWall, size.depth - 5.9, 2.1, 1.5, 1.1)
    for (const z of [size.depth - 1.3, size.depth - 4])
      rail(
        stage,
        [-size.width / 2 + 1, size.height - 0.2, z],
        [size.width / 2 - 1, size.height - 0.2, z],
        7,
      )
    ;[
      [-1.9, 2.3],
      [1.8, 2.1],
      [side * 2.9, 4.2],
    ].forEach(([x, z], i) =>
      stage.put(x!, size.depth - z!, 12 * i, (f) =>
        sculpture(f, i + random.whole(0, 3), [palette.spark, palette.feature, palette.second][i]!),
      ),
    )
    stage.put(0, size.depth - 3.6, 0, (f) => bench(f, 2.2, palette.wood))
    stage.put(-side * (size.width / 2 - 1.2), size.depth - 6.6, side * -30, (f) =>
      counter(f, 1.8, lighten(palette.wood, 0.2), '#f4f1ea', 0.95),
    )
    stage.put(side * (size.width / 2 - 0.6), size.depth - 0.6, 0, (f) =>
      plant(f, random.pick(['fiddle', 'palm', 'olive']), 2.3),
    )
    stage.put(-side * (size.width / 2 - 0.5), size.depth - 4.9, 0, (f) =>
      plant(f, 'monstera', 1.2, '#e9e4da'),
    )
    return room
  },
}

function big(wall: Wall, u: number, v: number, width: number, height: number): void {
  const [u0, v0, u1, v1] = [u - width / 2, v - height / 2, u + width / 2, v + height / 2]
  wall.rect(u0 + 0.05, v0 - 0.07, u1 + 0.07, v1 - 0.05, wall.tone(darken(wall.color, 0.4)), 0, 0.28)
  motif(wall, u0, v0, u1, v1, wall.stage.random)
}
