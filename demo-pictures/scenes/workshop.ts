import { lighten, mix } from '../color.ts'
import { loom, pottersWheel, workbench } from '../furniture/craft.ts'
import { pendant } from '../furniture/lamps.ts'
import { leaves, plant } from '../furniture/plants.ts'
import { stool } from '../furniture/seating.ts'
import { shelf, things } from '../furniture/shelves.ts'
import { rug } from '../furniture/soft.ts'
import { table } from '../furniture/tables.ts'
import { Room } from '../room.ts'
import { archWindow, glassWall, plainWindow, row, steelWindow, type Scene } from '../scene.ts'
import type { Stage } from '../stage.ts'
import { openWindows } from '../windows.ts'

export const workshop: Scene = {
  size: (random) => ({
    width: random.between(7.6, 9),
    height: random.between(3.5, 4),
    depth: random.between(6.2, 7),
  }),
  draw(stage, size, place) {
    const { palette, random } = stage
    const side = random.chance(0.5) ? 1 : -1
    const half = size.width / 2
    const room = new Room(stage, {
      ...size,
      floor: random.pick(['concrete', 'planks', 'tiles']),
      backColor: mix(palette.wall, '#ffffff', 0.2),
    })
    if (random.chance(0.4)) room.back.bricks(mix(palette.wall, '#f2ece4', 0.5))
    const [windowWall, plain] = side < 0 ? [room.left, room.right] : [room.right, room.left]
    const look = {
      steel: steelWindow(size.height, 0.8),
      arch: archWindow(size.height, '#f3efe6', 0.8),
      plain: plainWindow(size.height, palette.feature, 0.9),
      glass: glassWall(size.height, '#4a5a4e'),
    }[stage.arrangement(['steel', 'arch', 'plain', 'glass'])]
    openWindows(room, place, [
      ...row(windowWall.name, 0.3, size.depth - 0.4, 3, 0.78, look),
      ...row('back', side < 0 ? -0.2 : -half + 0.4, side < 0 ? half - 0.4 : 0.2, 2, 0.72, look),
    ])
    plain.skirting(lighten(palette.wall, 0.3))
    const far = side < 0 ? -half + 1.2 : half - 1.2
    stage.put(far, size.depth - 0.25, 0, (f) => shelf(f, 2, 2.3, palette.wood, 'pots'))
    const kind = stage.arrangement(['clay', 'clay', 'loom', 'wood'])
    if (kind === 'clay') clay(stage, size, side)
    if (kind === 'loom') weaving(stage, size, side)
    if (kind === 'wood') joinery(stage, size, side)
    for (const y of [1.45, 1.95])
      stage.put(-side * (half - 0.2), size.depth - 3, side * -90, (f) => {
        f.box(0, y, 0, 2.6, 0.045, 0.3, palette.wood, { airy: true })
        things(f.part(0, y + 0.045, 0), 2.4, 0.38, 'pots')
      })
    stage.put(side * (half - 0.5), size.depth - 0.5, 0, (f) =>
      plant(f, random.pick(['monstera', 'fiddle', 'palm']), 1.8),
    )
    stage.put(-side * (half - 0.5), size.depth - 5.2, 0, (f) => plant(f, 'olive', 1.5))
    stage.put(side * 0.6, size.depth - 0.5, 0, (f) => leaves(f, 'trailing', 0.7), size.height - 0.2)
    for (const x of [-1.5, 0.2, 1.9])
      stage.put(x, size.depth - 2.9, 0, (f) =>
        pendant(
          f,
          size.height,
          size.height - 1.25,
          random.pick([palette.spark, palette.feature]),
          'dome',
          1.2,
        ),
      )
    return room
  },
}

type Extent = {
  width: number
  depth: number
}

function clay(stage: Stage, { width, depth }: Extent, side: number): void {
  const { palette } = stage
  for (const [x, z] of [
    [-1.8, 2.1],
    [0, 1.9],
    [1.8, 2.1],
  ] as const) {
    stage.put(x, depth - z, 180, (f) => pottersWheel(f))
    stage.put(x, depth - z - 0.8, 0, (f) => stool(f, palette.spark, 0.48))
  }
  stage.put(side * 0.4, depth - 4.3, 0, (f) => {
    table(f, 2.8, 1, lighten(palette.wood, 0.2), 0.8)
    things(f.part(0, 0.8, 0.1), 2.4, 0.4, 'pots')
  })
  stage.put(-side * (width / 2 - 0.7), depth - 3, side * -90, (f) => workbench(f, 2.4))
}

function weaving(stage: Stage, { width, depth }: Extent, side: number): void {
  const { palette } = stage
  stage.lay(0, depth - 3.2, 0, (f) => rug(f, 4, 2.4, palette.second, palette.spark))
  for (const [x, turn] of [
    [-1.6, -12],
    [1.2, 10],
  ] as const) {
    stage.put(x, depth - 2.2, turn, (f) => loom(f))
    stage.put(x, depth - 3.2, 0, (f) => stool(f, palette.fabric, 0.5))
  }
  stage.put(-side * (width / 2 - 0.7), depth - 3, side * -90, (f) => {
    table(f, 2.2, 0.7, palette.wood, 0.8)
    things(f.part(0, 0.8, 0), 1.9, 0.3, 'jars')
  })
}

function joinery(stage: Stage, { width, depth }: Extent, side: number): void {
  const { palette } = stage
  stage.put(-1.5, depth - 2.2, 0, (f) => workbench(f, 2.2))
  stage.put(1.5, depth - 2.4, 0, (f) => workbench(f, 2.2))
  for (const x of [-1.6, 1.4]) stage.put(x, depth - 3.2, 0, (f) => stool(f, palette.spark))
  stage.put(0.2, depth - 4.4, 8, (f) => workbench(f, 2.6))
  stage.put(-side * (width / 2 - 0.7), depth - 3.2, side * -90, (f) => workbench(f, 2.6))
}
