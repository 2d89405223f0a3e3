import { Star } from 'lucide-react'
import { cx } from './cx.ts'

/** Stars shown for a rating: whole ones rounded down, a half when the fraction is at least .5. */
export function starsOf(rating: number): number {
  const whole = Math.floor(rating)
  return Math.min(5, Math.max(0, rating - whole >= 0.5 ? whole + 0.5 : whole))
}

const starStyles = 'size-4 shrink-0'

/** Five stars with halves; read out as "4.5 out of 5". */
export function Rating({ value, className }: { value: number; className?: string }) {
  const stars = starsOf(value)
  return (
    <span className={cx('inline-flex gap-0.5', className)}>
      <span className="sr-only">{Number(value.toFixed(1))} out of 5</span>
      {[1, 2, 3, 4, 5].map((place) => (
        <span key={place} aria-hidden className="relative inline-flex">
          <Star className={cx(starStyles, 'fill-line text-transparent')} />
          {stars >= place - 0.5 && (
            <span
              className={cx(
                'absolute inset-y-0 left-0 overflow-hidden',
                stars >= place ? 'w-full' : 'w-1/2',
              )}
            >
              <Star className={cx(starStyles, 'fill-lamp text-transparent')} />
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
