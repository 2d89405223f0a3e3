import type { CSSProperties } from 'react'

/** Rounds a rating from 0 to 5 down to half stars. */
export function starsOf(rating: number): number {
  const whole = Math.floor(rating)
  return Math.min(5, Math.max(0, rating - whole >= 0.5 ? whole + 0.5 : whole))
}

export function Rating({ value }: { value: number }) {
  return (
    <span className="rating">
      <span className="sr-only">{`${Number(value.toFixed(1))} out of 5`}</span>
      <span aria-hidden style={{ '--lit': `${starsOf(value) * 20}%` } as CSSProperties} />
    </span>
  )
}
