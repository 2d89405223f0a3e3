import type { Spot } from './camera.ts'

/** Formats a number for SVG: three decimals below 3 (fractions), otherwise one decimal (pixels). */
export function n(value: number): string {
  return String(Math.abs(value) < 3 ? Math.round(value * 1000) / 1000 : Math.round(value * 10) / 10)
}

export function path(spots: readonly Spot[], closed = true): string {
  if (spots.length < 2) return ''
  return `M${spots.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`
}
