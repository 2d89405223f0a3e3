import { Star } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'

const words = ['Poor', 'Fair', 'Okay', 'Good', 'Great']

type StarFieldProps = {
  label: string
  name: string
  /** `value` is from 1 to 5; 0 if no star is chosen. */
  value: number
  onValue: (value: number) => void
  error?: string | undefined
  isLarge?: boolean
}

/**
 * Five stars as radio buttons. Arrow keys select a star, and each star has a name such as '4 stars,
 * Good'.
 */
export function StarField({ label, name, value, onValue, error, isLarge }: StarFieldProps) {
  const [labelId, errorId] = [useId(), useId()]
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={error ? errorId : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span id={labelId} className={cx('font-semibold', isLarge && 'text-lg')}>
          {label}
        </span>
        <div
          className={cx(
            'flex items-center max-[22rem]:mx-0 max-[22rem]:grid max-[22rem]:w-full max-[22rem]:grid-cols-5',
            isLarge ? 'max-sm:-ml-1.5' : 'max-sm:-ml-2',
          )}
        >
          {words.map((word, index) => {
            const stars = index + 1
            return (
              <label
                key={word}
                className="inline-flex size-11 max-[22rem]:w-auto cursor-pointer items-center justify-center rounded-full hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name={name}
                  value={stars}
                  checked={value === stars}
                  onChange={() => onValue(stars)}
                  className="sr-only"
                />
                <span className="sr-only">
                  {stars} {stars === 1 ? 'star' : 'stars'}, {word}
                </span>
                <Star
                  aria-hidden
                  className={cx(
                    isLarge ? 'size-8' : 'size-6.5',
                    'max-[22rem]:max-w-full',
                    stars <= value ? 'fill-lamp text-lamp' : 'text-ink-faint',
                  )}
                />
              </label>
            )
          })}
          <span
            aria-hidden
            className="w-12 pl-2 text-sm text-ink-soft max-[22rem]:col-span-5 max-[22rem]:pl-0"
          >
            {words[value - 1]}
          </span>
        </div>
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}
