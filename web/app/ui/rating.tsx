import { cx } from './cx.ts'

/** Rounds a rating down to half stars, from 0 to 5. */
export function starsOf(rating: number): number {
  const whole = Math.floor(rating)
  return Math.min(5, Math.max(0, rating - whole >= 0.5 ? whole + 0.5 : whole))
}

/** Five stars with half steps. One gradient keeps the HTML of long lists small. */
export function Rating({ value, className }: { value: number; className?: string }) {
  const lit = `${starsOf(value) * 20}%`
  return (
    <span className={cx('inline-flex', className)}>
      <span className="sr-only">{`${Number(value.toFixed(1))} out of 5`}</span>
      <span
        aria-hidden
        className="h-4 w-22.5 forced-color-adjust-none mask-(image:--image-star) mask-size-[20%_100%] mask-repeat-x"
        style={{
          background: `linear-gradient(90deg, var(--color-lamp) ${lit}, var(--color-line) ${lit})`,
        }}
      />
    </span>
  )
}
