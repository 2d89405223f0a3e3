import { lighten, mix } from '../color.ts'
import type { Frame } from '../frame.ts'
import { leaves } from './plants.ts'

export function shelf(
  f: Frame,
  long: number,
  high: number,
  color: string,
  fill: 'books' | 'jars' | 'mixed' | 'pots' = 'mixed',
  deep = 0.34,
): void {
  const rows = Math.max(2, Math.round(high / 0.42))
  f.box(0, 0, deep / 2 - 0.01, long, high, 0.02, mix(color, '#1d1a22', 0.32))
  for (const x of [-long / 2, long / 2]) f.box(x, 0, 0, 0.04, high, deep, color)
  for (let row = 0; row <= rows; row++) {
    const y = (high * row) / rows - (row === rows ? 0.035 : 0)
    f.box(0, y, 0, long, 0.035, deep, color)
    if (row < rows) things(f.part(0, y + 0.035, 0), long - 0.1, high / rows - 0.08, fill)
  }
}

export function things(
  f: Frame,
  long: number,
  high: number,
  fill: 'books' | 'jars' | 'mixed' | 'pots',
): void {
  const { random, palette } = f
  const colors = [
    palette.feature,
    palette.fabric,
    palette.second,
    palette.spark,
    lighten(palette.feature, 0.5),
    '#f4ecdd',
    palette.dark,
  ]
  let x = -long / 2
  while (x < long / 2 - 0.1) {
    const kind =
      fill === 'mixed'
        ? random.pick(['books', 'books', 'jars', 'plant', 'gap'] as const)
        : fill === 'pots' && random.chance(0.35)
          ? 'plant'
          : fill
    if (kind === 'books') {
      for (let i = random.whole(3, 7); i > 0 && x < long / 2 - 0.05; i--) {
        const w = random.between(0.025, 0.06)
        f.box(
          x + w / 2,
          0,
          0,
          w,
          Math.min(high, random.between(0.19, 0.3)),
          0.2,
          random.pick(colors),
          { airy: true, soft: 0.002 },
        )
        x += w + 0.003
      }
      x += random.between(0.02, 0.14)
    } else if (kind === 'jars' || kind === 'pots') {
      const r = random.between(0.045, 0.08)
      f.cylinder(
        x + r,
        0,
        0,
        r,
        Math.min(high * 0.85, random.between(0.1, 0.24)),
        random.pick(colors),
        { top: r * random.between(0.6, 1.05), airy: true },
      )
      x += r * 2 + random.between(0.03, 0.1)
    } else if (kind === 'plant') {
      f.cylinder(x + 0.09, 0, 0, 0.06, 0.1, palette.feature, { top: 0.075, airy: true })
      leaves(
        f.part(x + 0.09, 0.1, 0),
        random.pick(['snake', 'monstera']),
        Math.min(0.28, high * 0.75),
      )
      x += 0.3
    } else x += random.between(0.15, 0.35)
  }
}
