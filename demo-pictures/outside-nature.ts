import { darken, lighten, mix, multiply } from './color.ts'
import { n } from './svg-path.ts'
import type { Canvas } from './canvas.ts'

/** Draws a far ridge, `tall` units high. `far` fades it into the haze. */
export function hillside(
  { width, horizon, unit, height, stage, random }: Canvas,
  tall: number,
  far: number,
): string {
  const color = mix(mix(stage.mood.near, '#5f8a6a', 0.25), stage.mood.haze, far)
  const phase = random.between(0, 6)
  const ridge = Array.from({ length: 41 }, (_, i) => {
    const t = i / 40
    const wave = 0.55 + 0.3 * Math.sin(phase + t * 7) + 0.15 * Math.sin(phase * 2 + t * 17)
    return `${n(t * width)} ${n(horizon - wave * tall * unit)}`
  })
  return `<path d="M0 ${height}L${ridge.join('L')}L${width} ${height}Z" fill="${color}"/>`
}

/** Draws rice terraces as green bands with a light edge. */
export function terraces(canvas: Canvas): string {
  const { width, horizon, height, unit, stage, random } = canvas
  const parts = [hillside(canvas, 12, 0.8), hillside(canvas, 7, 0.55)]
  for (let band = 0; band < 11; band++) {
    const y = horizon + unit * (band * 1.5 - 1)
    const phase = random.between(0, 6)
    const green = mix(
      mix('#7fb069', '#3f7f4f', band / 11),
      stage.mood.near,
      stage.mood.cityLights > 0.3 ? 0.6 : 0.12,
    )
    const edge = Array.from(
      { length: 31 },
      (_, i) => `${n((i / 30) * width)} ${n(y + Math.sin(phase + i * 0.45) * unit * 1.1)}`,
    ).join('L')
    parts.push(
      `<path d="M0 ${height}L${edge}L${width} ${height}Z" fill="${green}"/><path d="M${edge}" fill="none" stroke="${lighten(green, 0.35)}" stroke-width="${n(unit * 0.16)}"/>`,
    )
  }
  return parts.join('')
}

/** Draws the near ground under trees. */
export function lane({ width, height, stage }: Canvas, y: number): string {
  return `<rect y="${n(y)}" width="${width}" height="${height}" fill="${leafColor(stage.mood.near, stage.mood.cityLights, '#5c8d5a')}"/>`
}

export function roundTree({ unit, stage, random }: Canvas, x: number, y: number): string {
  const size = unit * random.between(2.2, 4)
  const green = leafColor(
    stage.mood.near,
    stage.mood.cityLights,
    random.pick(['#5f9a5f', '#7aab5c', '#4b8458']),
  )
  const blob = (dx: number, dy: number, r: number, color: string) =>
    `<circle cx="${n(x + dx * size)}" cy="${n(y + dy * size)}" r="${n(r * size)}" fill="${color}"/>`
  return [
    `<rect x="${n(x - size * 0.07)}" y="${n(y - size)}" width="${n(size * 0.14)}" height="${n(size * 3)}" fill="${darken(green, 0.5)}"/>`,
    blob(0, -1.3, 0.8, darken(green, 0.12)),
    blob(0.5, -0.9, 0.6, darken(green, 0.2)),
    blob(-0.5, -0.95, 0.62, green),
    blob(-0.15, -1.6, 0.55, lighten(green, 0.12)),
  ].join('')
}

export function palmTree({ unit, stage, random }: Canvas, x: number, y: number): string {
  const tall = unit * random.between(9, 15)
  const lean = unit * random.between(-1.5, 1.5)
  const green = leafColor(
    stage.mood.near,
    stage.mood.cityLights,
    random.pick(['#4c8a55', '#5c9a58']),
  )
  const trunk = multiply(mix('#9a7350', stage.mood.near, 0.3), stage.mood.ambient)
  const [topX, topY] = [x + lean, y - tall]
  const fronds = Array.from({ length: 9 }, (_, i) => {
    const angle = Math.PI * (i / 8) + random.between(-0.15, 0.15)
    const long = unit * random.between(2.6, 3.6)
    const [ex, ey] = [
      topX - Math.cos(angle) * long,
      topY - Math.sin(angle) * long * 0.55 + long * 0.34,
    ]
    const [cx, cy] = [
      topX - Math.cos(angle) * long * 0.5,
      topY - Math.sin(angle) * long * 0.62 - unit * 0.5,
    ]
    return `<path d="M${n(topX)} ${n(topY)}Q${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)}Q${n(cx)} ${n(cy + unit * 0.9)} ${n(topX)} ${n(topY + unit * 0.3)}Z" fill="${i % 2 ? green : darken(green, 0.16)}"/>`
  })
  return `<path d="M${n(x)} ${n(y + unit * 6)}Q${n(x)} ${n(y - tall * 0.5)} ${n(topX)} ${n(topY)}" fill="none" stroke="${trunk}" stroke-width="${n(unit * 0.5)}"/>${fronds.join('')}`
}

const leafColor = (near: string, lights: number, green: string) =>
  mix(green, near, lights > 0.3 ? 0.68 : 0.18)
