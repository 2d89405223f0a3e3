import { darken, lighten, mix } from '../color.ts'
import { floorLamp, pendant } from '../furniture/lamps.ts'
import {
  acousticPanels,
  mixingDesk,
  drums,
  guitar,
  micStand,
  piano,
  speaker,
} from '../furniture/music.ts'
import { plant } from '../furniture/plants.ts'
import { officeChair, sofa } from '../furniture/seating.ts'
import { rug } from '../furniture/soft.ts'
import { Room } from '../room.ts'
import { plainWindow, row, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const recordingStudio: Scene = {
  size: (random) => ({
    width: random.between(7.4, 8.4),
    height: random.between(3.2, 3.6),
    depth: random.between(6.2, 7),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const half = size.width / 2
    const warm = mix(palette.wood, palette.feature, 0.35)
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['planks', 'herringbone']),
      wallColor: mix(warm, palette.wall, 0.45),
      backColor: darken(palette.feature, 0.12),
      ceilingColor: mix(palette.ceiling, palette.wood, 0.35),
    })
    const [windowWall, felt] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    room.back.slats(palette.wood, -half, -half * 0.42)
    room.back.slats(palette.wood, half * 0.42, half)
    acousticPanels(room.back, -half * 0.38, 0.45, Math.floor((half * 0.76) / 0.5), 5, 0.5, [
      palette.feature,
      palette.fabric,
      darken(palette.feature, 0.2),
    ])
    acousticPanels(felt, 0.8, 0.9, 8, 3, 0.62, [
      palette.fabric,
      palette.second,
      darken(palette.fabric, 0.15),
    ])
    openWindows(
      room,
      place,
      row(windowWall.name, 0.5, size.depth - 0.6, 2, 0.6, plainWindow(size.height, '#2c2f38', 0.9)),
    )
    stage.lay(-side * 0.9, size.depth - 2.3, 0, (f) =>
      rug(f, 3.4, 2.4, palette.spark, palette.second),
    )
    stage.put(-side * 1, size.depth - 1.7, 0, (f) =>
      drums(f, random.pick([palette.spark, palette.fabric, '#efe7da'])),
    )
    stage.put(side * 1.5, size.depth - 0.6, 0, (f) =>
      piano(f, random.chance(0.5) ? darken(palette.wood, 0.3) : palette.wood),
    )
    stage.put(-side * 2.7, size.depth - 1.2, 0, (f) => guitar(f, '#c46a32'))
    stage.put(-side * 3.1, size.depth - 1.5, 0, (f) => guitar(f, palette.fabric))
    stage.put(side * 0.6, size.depth - 2.5, 0, (f) => micStand(f, 1.45))
    stage.put(-side * 2, size.depth - 3, 0, (f) => micStand(f, 1.3))
    // The desk stands along the window wall, so that it does not hide the instruments.
    const deskX = side * (half - 0.75)
    stage.put(deskX, size.depth - 3, side * 90, (f) => {
      mixingDesk(f, 2.2)
      for (const x of [-0.85, 0.85]) speaker(f.part(x, 0.84, 0.24, x * -18), 0.8)
    })
    stage.put(deskX - side * 1, size.depth - 3.1, side * -75, (f) =>
      officeChair(f, lighten(palette.fabric, 0.2)),
    )
    stage.put(-side * (half - 0.6), size.depth - 4, side * -90, (f) =>
      sofa(f, 2, palette.fabric, palette.spark),
    )
    stage.put(side * (half - 0.5), size.depth - 0.9, 0, (f) =>
      floorLamp(f, lighten(palette.second, 0.3)),
    )
    stage.put(-side * (half - 0.5), size.depth - 0.5, 0, (f) => plant(f, 'snake', 1.3))
    stage.put(side * (half - 0.5), size.depth - 4.8, 0, (f) =>
      plant(f, random.pick(['olive', 'snake']), 1.2),
    )
    for (const x of [-1.6, 0.2, 1.9])
      stage.put(x, size.depth - 2.4, 0, (f) =>
        pendant(f, size.height, size.height - 0.9, palette.second, 'globe', 0.9),
      )
    return room
  },
}
