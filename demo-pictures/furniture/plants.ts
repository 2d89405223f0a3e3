import { darken, lighten, mix, multiply } from '../color.ts'
import type { Frame } from '../frame.ts'
import { n } from '../svg-path.ts'

type Kind = 'monstera' | 'fiddle' | 'palm' | 'snake' | 'olive' | 'trailing' | 'cactus'

/** Draws a potted plant. `size` is the total height in meters. */
export function plant(f: Frame, kind: Kind, size: number, pot = f.palette.feature): void {
  const radius = Math.min(0.24, size * 0.16)
  const high = radius * 1.7
  f.cylinder(0, 0, 0, radius * 0.8, high, pot, { top: radius })
  f.disc(0, high, 0, radius * 0.88, '#4a372b')
  leaves(f.part(0, high, 0), kind, size - high)
}

export function leaves(f: Frame, kind: Kind, size: number): void {
  const { random, stage } = f
  const green = multiply(f.palette.leaf, stage.mood.ambient)
  const tones = [
    green,
    mix(green, stage.mood.lit, 0.25),
    darken(green, 0.2),
    mix(green, '#b9c25e', 0.25),
  ]
  const castSize = size * (kind === 'snake' || kind === 'cactus' ? 0.14 : 0.34)
  const ring = f.ring(0, size * 0.62, 0, castSize, 8)
  stage.castShadow([...ring, ...f.ring(0, size * 0.3, 0, castSize * 0.6, 8)])
  const draw = {
    monstera: bigLeaves,
    fiddle: bush,
    palm: fronds,
    snake: blades,
    olive: bush,
    trailing: trails,
    cactus,
  }[kind]
  f.sprite(0, 0, 0, () => draw(size, tones, random, kind))
}

type Draw = (size: number, tones: string[], random: Frame['random'], kind: Kind) => string

const stem = (x: number, y: number, color: string, width: number, bend = 0) =>
  `<path d="M0 0Q${n(bend)} ${n(y * 0.6)} ${n(x)} ${n(y)}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round"/>`

const bigLeaves: Draw = (size, tones, random) => {
  const count = 11
  return Array.from({ length: count }, (_, i) => {
    const angle = -1.15 + (2.3 * ((i * 5) % count)) / (count - 1) + random.between(-0.1, 0.1)
    const long = size * random.between(0.5, 0.92)
    const [x, y] = [Math.sin(angle) * long * 0.8, -Math.cos(angle) * long]
    const leaf = size * random.between(0.15, 0.22)
    const tilt = (angle * 180) / Math.PI + random.between(-20, 20)
    const tone = tones[i % tones.length]!
    return `${stem(x, y, darken(tone, 0.2), size * 0.014, x * 0.2)}<g transform="translate(${n(x)} ${n(y)}) rotate(${n(tilt)}) scale(${n(leaf)})"><path d="M0 .35C-.8 .3-1-.5-.55-.9C-.3-1.15-.1-1.3 0-1.5C.1-1.3 .3-1.15 .55-.9C1-.5 .8 .3 0 .35Z" fill="${tone}"/><path d="M0 .3V-1.3M0-.1L.5-.55M0-.1L-.5-.55M0-.5L.4-.9M0-.5L-.4-.9" stroke="${lighten(tone, 0.3)}" stroke-width=".06" fill="none" opacity=".7"/></g>`
  }).join('')
}

const bush: Draw = (size, tones, random, kind) => {
  const small = kind === 'olive'
  const trunk = `<path d="M0 0Q${n(size * 0.03)} ${n(-size * 0.3)} 0 ${n(-size * 0.62)}" fill="none" stroke="#7a5a40" stroke-width="${n(size * 0.028)}"/>`
  const count = small ? 80 : 26
  const parts = Array.from({ length: count }, (_, i) => {
    const angle = random.between(0, 6.28)
    const away = Math.sqrt(random.next()) * size * 0.29
    const [x, y] = [Math.cos(angle) * away, -size * 0.66 + Math.sin(angle) * away * 1.1]
    const leaf = size * (small ? random.between(0.035, 0.06) : random.between(0.09, 0.14))
    return `<ellipse rx="${n(leaf * (small ? 0.4 : 0.62))}" ry="${n(leaf)}" transform="translate(${n(x)} ${n(y)}) rotate(${n(random.between(-70, 70))})" fill="${tones[(i + (y < -size * 0.7 ? 1 : 2)) % tones.length]}"/>`
  })
  return trunk + parts.join('')
}

const fronds: Draw = (size, tones, random) =>
  Array.from({ length: 11 }, (_, i) => {
    const angle = -1.35 + (2.7 * ((i * 4) % 11)) / 10 + random.between(-0.08, 0.08)
    const long = size * random.between(0.75, 1.02)
    const [x, y] = [Math.sin(angle) * long * 0.72, -Math.cos(angle * 0.75) * long * 0.95]
    const [cx, cy] = [x * 0.25, y * 0.85]
    const tone = tones[i % tones.length]!
    const blades = Array.from({ length: 9 }, (_, k) => {
      const t = 0.3 + (0.7 * k) / 8
      const px = 2 * t * (1 - t) * cx + t * t * x
      const py = 2 * t * (1 - t) * cy + t * t * y
      const reach = size * 0.17 * (1.15 - t * 0.6)
      const side = (s: number) =>
        `M${n(px)} ${n(py)}q${n(s * reach * 0.7 + x * 0.06)} ${n(-reach * 0.1)} ${n(s * reach + x * 0.1)} ${n(reach * 0.55)}q${n(-s * reach * 0.6)} ${n(-reach * 0.3)} ${n(-s * reach - x * 0.1)} ${n(-reach * 0.4)}z`
      return side(1) + side(-1)
    })
    return `<path d="M0 0Q${n(cx)} ${n(cy)} ${n(x)} ${n(y)}" fill="none" stroke="${darken(tone, 0.15)}" stroke-width="${n(size * 0.012)}"/><path d="${blades.join('')}" fill="${tone}"/>`
  }).join('')

const blades: Draw = (size, tones, random) =>
  Array.from({ length: 9 }, (_, i) => {
    const x = (i - 4) * size * 0.045
    const tall = size * random.between(0.6, 1)
    const lean = x * 1.6 + random.between(-0.04, 0.04)
    const w = size * 0.05
    const tone = tones[i % tones.length]!
    return `<path d="M${n(x - w)} 0Q${n(x + lean - w * 1.6)} ${n(-tall * 0.6)} ${n(x + lean)} ${n(-tall)}Q${n(x + lean + w * 1.6)} ${n(-tall * 0.6)} ${n(x + w)} 0Z" fill="${tone}"/><path d="M${n(x)} 0Q${n(x + lean * 0.7)} ${n(-tall * 0.6)} ${n(x + lean)} ${n(-tall)}" stroke="${lighten(tone, 0.35)}" stroke-width="${n(w * 0.35)}" fill="none" opacity=".6"/>`
  }).join('')

const trails: Draw = (size, tones, random) =>
  Array.from({ length: 9 }, (_, i) => {
    const x = (i - 4) * size * 0.07
    const drop = size * random.between(0.4, 1)
    const line = `<path d="M${n(x * 0.4)} ${n(-size * 0.06)}Q${n(x * 1.6)} ${n(-size * 0.1)} ${n(x * 1.5)} ${n(drop)}" stroke="${tones[2]}" fill="none" stroke-width="${n(size * 0.012)}"/>`
    const leaf = Array.from(
      { length: 7 },
      (_, k) =>
        `<circle cx="${n(x * 1.5 + random.between(-0.05, 0.05) * size)}" cy="${n((drop * (k + 0.5)) / 7)}" r="${n(size * random.between(0.03, 0.05))}" fill="${tones[(i + k) % tones.length]}"/>`,
    )
    return line + leaf.join('')
  }).join('')

const cactus: Draw = (size, tones) => {
  const arm = (d: string, w: number, tone: string) =>
    `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${n(size * w)}" stroke-linecap="round" stroke-linejoin="round"/>`
  const s = (v: number) => n(v * size)
  return (
    arm(`M0 0V${s(-0.9)}`, 0.17, tones[0]!) +
    arm(`M0 ${s(-0.3)}H${s(0.22)}V${s(-0.62)}`, 0.1, tones[2]!) +
    arm(`M0 ${s(-0.42)}H${s(-0.2)}V${s(-0.7)}`, 0.1, tones[0]!) +
    arm(`M${s(-0.03)} 0V${s(-0.9)}`, 0.02, tones[1]!)
  )
}
