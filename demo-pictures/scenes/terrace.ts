import type { Point } from '../camera.ts'
import { lighten, mix } from '../color.ts'
import { stringLights } from '../furniture/lamps.ts'
import { plant } from '../furniture/plants.ts'
import { armchair, chair, lounger, sofa } from '../furniture/seating.ts'
import { rug } from '../furniture/soft.ts'
import { roundTable, setting, table } from '../furniture/tables.ts'
import { firePit, parasol, planter, pool, railing } from '../furniture/terrace.ts'
import { layFloor } from '../floors.ts'
import { drawOutside } from '../outside.ts'
import { behindCamera } from '../extent.ts'
import type { Scene, Size } from '../scene.ts'
import type { Stage } from '../stage.ts'
import { turnSun } from '../windows.ts'

export const terrace: Scene = {
  size: (random) => ({ width: random.between(11, 13), height: 3, depth: random.between(7.5, 8.5) }),
  views: ({ width }, random) => {
    const side = random.chance(0.5) ? 1 : -1
    return [
      { x: side * 0.6, y: 1.75, z: -1.8, yaw: side * -3, focal: 0.72, horizon: 0.5 },
      { x: side * width * 0.3, y: 1.7, z: -0.8, yaw: side * -24, focal: 0.7, horizon: 0.48 },
      { x: -side * width * 0.24, y: 1.5, z: 0.4, yaw: side * 14, focal: 0.9, horizon: 0.46 },
      { x: -side * width * 0.33, y: 1.65, z: -0.6, yaw: side * 27, focal: 0.68, horizon: 0.5 },
    ]
  },
  draw(stage, size, place) {
    const { palette, random } = stage
    stage.emit(stage.apart(() => drawOutside(stage, place)))
    turnSun(stage, random.pick(['left', 'right', 'back']))
    const half = size.width / 2
    layFloor(
      stage,
      { width: size.width + 14, depth: size.depth },
      random.pick(['deck', 'deck', 'tiles']),
      random.chance(0.6) ? mix(palette.floor, palette.wood, 0.3) : '#d8cdbd',
    )
    stage.pool([
      [-half - 7, 0, behindCamera],
      [half + 7, 0, behindCamera],
      [half + 7, 0, size.depth],
      [-half - 7, 0, size.depth],
    ])
    const kind = random.pick(['glass', 'bars', 'wall'] as const)
    stage.put(0, size.depth, 0, () =>
      railing(
        stage,
        [-half - 7, 0, size.depth],
        [half + 7, 0, size.depth],
        kind,
        kind === 'wall' ? palette.wall : '#3a3d46',
      ),
    )
    const boxes = random.pick(['olive', 'monstera', 'palm', 'snake'] as const)
    for (let x = -half + 0.8; x < half; x += 2.6)
      stage.put(
        x,
        size.depth - 0.4,
        0,
        (f) => planter(f, 2.1, random.chance(0.5) ? palette.feature : '#d9d2c6', boxes, 0.45),
        0,
        0.1,
      )
    const layout = stage.arrangement(['dining', 'lounge', 'pool'])
    if (layout === 'pool') poolside(stage, size)
    else if (layout === 'dining') dining(stage, size)
    else lounge(stage, size)
    const left = random.chance(0.5) ? 1 : -1
    stage.put(left * (half - 1.2), size.depth - 2.2, 0, (f) => plant(f, 'palm', 2.7))
    stage.put(-left * (half - 1), size.depth - 1.7, 0, (f) =>
      plant(f, random.pick(['olive', 'monstera', 'cactus']), 1.9),
    )
    stage.put(left * (half - 1.3), size.depth - 4.6, 0, (f) =>
      plant(f, 'olive', 1.7, lighten(palette.feature, 0.3)),
    )
    bulbs(stage, size)
    return outdoors(size)
  },
}

function bulbs(stage: Stage, { width, depth }: Size): void {
  const half = width / 2
  for (const [x, z] of [
    [-half + 0.6, depth - 0.3],
    [half - 0.6, depth - 0.3],
  ] as const)
    stage.put(x, z, 0, (f) =>
      f.tube(
        [
          [0, 0, 0],
          [0, 3.5, 0],
        ],
        f.palette.wood,
        0.07,
      ),
    )
  stage.haze(() => {
    stringLights(stage, [-half + 0.6, 3.5, depth - 0.3], [half - 0.6, 3.5, depth - 0.3], 0.5, 20)
    stringLights(stage, [-half + 0.6, 3.5, depth - 0.3], [half - 1, 3.4, depth - 5], 0.5, 18)
    stringLights(stage, [half - 0.6, 3.5, depth - 0.3], [-half + 1, 3.4, depth - 5], 0.5, 18)
  })
}

function dining(stage: Stage, { depth }: Size): void {
  const { palette } = stage
  const z = depth - 3.1
  for (let i = 0; i < 5; i++)
    for (const s of [1, -1])
      stage.put(-1.75 + i * 0.85, z + s * 0.75, s > 0 ? 0 : 180, (f) => chair(f, palette.second))
  stage.put(
    0,
    z,
    0,
    (f) => {
      table(f, 4.4, 1, palette.wood, 0.75, 'trestle')
      setting(f, 4.4, 1)
    },
    0,
    0.1,
  )
  stage.put(-3.6, z + 0.8, 0, (f) => parasol(f, palette.spark))
  stage.put(-3.6, z + 0.5, 0, (f) => roundTable(f, 0.45, '#f1ece2', 0.72), 0, 0.05)
  stage.put(2.7, z - 1.3, 0, (f) => firePit(f))
  stage.put(3.9, z + 0.4, -60, (f) => sofa(f, 1.8, lighten(palette.fabric, 0.2), palette.second))
}

function lounge(stage: Stage, { depth }: Size): void {
  const { palette } = stage
  const z = depth - 3
  stage.lay(0, z, 0, (f) => rug(f, 4.2, 2.8, palette.second, palette.feature))
  stage.put(0, z + 1.1, 0, (f) => sofa(f, 2.8, palette.fabric, palette.spark))
  stage.put(-2.1, z - 0.1, -80, (f) => sofa(f, 1.8, palette.fabric, palette.second))
  stage.put(2.1, z - 0.2, 75, (f) => armchair(f, palette.feature, palette.second))
  stage.put(0, z - 0.2, 0, (f) => firePit(f))
  stage.put(3.9, z + 0.6, 0, (f) => parasol(f, palette.feature))
  stage.put(3.9, z + 0.3, 0, (f) => roundTable(f, 0.45, '#f1ece2', 0.72), 0, 0.05)
}

function poolside(stage: Stage, { depth }: Size): void {
  const { palette } = stage
  stage.lay(0.2, depth - 3.7, 0, (f) => pool(f, 6, 2.6))
  for (const x of [-2.4, -1, 1.6])
    stage.put(x, depth - 1.5, 180, (f) => lounger(f, lighten(palette.second, 0.4)))
  stage.put(0.3, depth - 1.5, 0, (f) => parasol(f, palette.spark))
  stage.put(4.6, depth - 2.6, -70, (f) => sofa(f, 2, palette.fabric, palette.spark))
  stage.put(4, depth - 3.9, 0, (f) => roundTable(f, 0.4, palette.wood, 0.42))
}

/** Returns a floor without walls. Its outline limits where light and shadows are drawn. */
function outdoors(size: Size): { floorOutline(): Point[] } {
  const half = size.width / 2 + 7
  return {
    floorOutline: () => [
      [-half, 0, size.depth],
      [half, 0, size.depth],
      [half, 0, behindCamera],
      [-half, 0, behindCamera],
    ],
  }
}
