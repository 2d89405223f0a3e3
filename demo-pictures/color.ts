/** Colors are `#rrggbb` strings. Mixing uses OKLab, which is perceptually uniform. */
type Triple = [number, number, number]

const labs = new Map<string, Triple>()

/** Blends two colors. The amount 0 returns the first color, the amount 1 the second color. */
export function mix(from: string, to: string, amount: number): string {
  const a = lab(from)
  const b = lab(to)
  return fromLab([0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * amount) as Triple)
}

/** Multiplies two colors like light through a filter. */
export function multiply(color: string, filter: string): string {
  const a = channels(color)
  const b = channels(filter)
  return hex([0, 1, 2].map((i) => (a[i]! * b[i]!) / 255) as Triple)
}

export const lighten = (color: string, amount: number) => mix(color, '#ffffff', amount)
export const darken = (color: string, amount: number) => mix(color, '#0d0f1a', amount)

function channels(color: string): Triple {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function hex(values: Triple): string {
  return `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function lab(color: string): Triple {
  const known = labs.get(color)
  if (known) return known
  const [r, g, b] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const result: Triple = [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
  labs.set(color, result)
  return result
}

function fromLab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return hex(
    linear.map((value) => {
      const part =
        value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055
      return part * 255
    }) as Triple,
  )
}
