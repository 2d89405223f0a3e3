import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandColors } from '@hourspace/domain/company.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/**
 * Converts OKLCH to hexadecimal sRGB (https://www.w3.org/TR/css-color-4/#color-conversion-code).
 */
function hexOf([lightness = 0, chroma = 0, hue = 0]: number[]): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value))
    const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

test.each(Object.keys(brandColors.light) as (keyof typeof brandColors.light)[])(
  'the color %s in tokens.css equals the brand color in domain/company.ts in both themes',
  (name) => {
    const pattern = `--color-${name}: light-dark\\(oklch\\(([\\d. ]+)\\), oklch\\(([\\d. ]+)\\)\\)`
    const [, light = '', dark = ''] = new RegExp(pattern).exec(css) ?? []
    expect([light, dark].map((color) => hexOf(color.split(' ').map(Number)))).toEqual([
      brandColors.light[name],
      brandColors.dark[name],
    ])
  },
)
