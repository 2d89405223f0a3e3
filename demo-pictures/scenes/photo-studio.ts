import { lighten, mix } from '../color.ts'
import { rail } from '../furniture/lamps.ts'
import {
  backdrop,
  camera,
  clothesRail,
  props,
  softbox,
  umbrella,
  vanity,
} from '../furniture/photo.ts'
import { plant } from '../furniture/plants.ts'
import { sofa, stool } from '../furniture/seating.ts'
import { roundRug } from '../furniture/soft.ts'
import { shelf } from '../furniture/shelves.ts'
import { Room } from '../room.ts'
import { archWindow, row, steelWindow, type Scene } from '../scene.ts'
import { openWindows } from '../windows.ts'

export const photoStudio: Scene = {
  size: (random) => ({
    width: random.between(8, 9.5),
    height: random.between(3.8, 4.4),
    depth: random.between(6, 7),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const brick = stage.arrangement(['brick', 'plaster', 'plaster']) === 'brick'
    const floor = stage.arrangement(['concrete', 'planks', 'terrazzo'])
    const room = new Room(stage, {
      ...size,
      floor,
      floorColor: floor === 'concrete' ? '#bdb8b0' : palette.floor,
    })
    const brickColor = stage.arrangement(['white', 'red']) === 'white' ? '#f0ece6' : '#b3694e'
    if (brick) room.back.bricks(mix(palette.wall, brickColor, 0.6))
    for (const wall of [room.back, room.left, room.right])
      wall.skirting(brick ? '#e8e2da' : lighten(palette.wall, 0.4))
    const look =
      stage.arrangement(['steel', 'arch']) === 'steel'
        ? steelWindow(size.height)
        : archWindow(size.height, '#f5f1ea')
    const half = size.width / 2
    openWindows(room, place, [
      ...row(side < 0 ? 'left' : 'right', 0.5, size.depth - 0.5, 3, 0.8, look),
      // Leaves out windows in the middle of the back wall, because the roll of paper would hide
      // them.
      ...row('back', -half + 0.25, -1.75, 1, 0.82, look),
      ...row('back', 1.75, half - 0.25, 1, 0.82, look),
    ])
    rail(
      stage,
      [-2.5, size.height - 0.25, size.depth - 2.6],
      [2.5, size.height - 0.25, size.depth - 2.6],
      5,
    )
    const z = size.depth - 0.8
    const paper = {
      'paper-feature': palette.feature,
      'paper-second': palette.second,
      'paper-pale': lighten(palette.feature, 0.45),
      'paper-fabric': palette.fabric,
    }[stage.arrangement(['paper-feature', 'paper-second', 'paper-pale', 'paper-fabric'])]
    stage.put(-side * -0.3, z, 0, (f) => backdrop(f, 3, 3, paper, 2.4))
    stage.put(
      -side * -0.3,
      z - 1.5,
      0,
      (f) => (random.chance(0.5) ? props(f) : stool(f, palette.spark)),
      0,
      0.6,
    )
    stage.put(-2.4, z - 1.9, -38, (f) => softbox(f, 1.9, 0.9))
    stage.put(2.5, z - 2.2, 42, (f) =>
      random.chance(0.5) ? umbrella(f, 1.9) : softbox(f, 1.8, 0.8),
    )
    stage.put(side * 0.5, z - 4.1, 4, (f) => camera(f))
    stage.put(-side * (size.width / 2 - 0.5), size.depth - 1, side * -70, (f) =>
      clothesRail(f, 1.5),
    )
    if (random.chance(0.5))
      stage.put(-side * (size.width / 2 - 0.45), size.depth - 3.4, side * -90, (f) => vanity(f))
    else {
      stage.lay(-side * (size.width / 2 - 1.5), size.depth - 3.8, 0, (f) =>
        roundRug(f, 1.2, palette.second),
      )
      stage.put(-side * (size.width / 2 - 0.6), size.depth - 3.7, side * -90, (f) =>
        sofa(f, 2, palette.fabric, palette.spark),
      )
    }
    stage.put(side * (size.width / 2 - 0.45), size.depth - 0.5, 0, (f) =>
      plant(f, random.pick(['monstera', 'palm', 'fiddle']), 1.9),
    )
    if (random.chance(0.5))
      stage.put(-side * (size.width / 2 - 1.2), size.depth - 0.22, 0, (f) =>
        shelf(f, 1.3, 2.1, palette.wood),
      )
    stage.put(side * (size.width / 2 - 0.5), size.depth - 4.6, 0, (f) => plant(f, 'snake', 1))
    return room
  },
}
