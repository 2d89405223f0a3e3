import { Check } from 'lucide-react'
import { type Extra, extraUnitTexts } from '@hourspace/domain/extras.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/price.tsx'

export function ExtrasField(props: {
  extras: readonly Extra[]
  currency: Currency
  value: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const { extras, currency, value, onChange } = props
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">
        Extras <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      <div className="flex flex-col gap-2">
        {extras.map(({ id, name, price, unit }) => {
          const isChosen = value.includes(id)
          return (
            <label
              key={id}
              className={cx(
                'relative flex min-h-13 flex-wrap items-center gap-x-3 rounded-control border px-3.5 py-2 transition-colors duration-150',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen ? 'border-accent bg-accent-soft' : 'border-control hover:bg-sunken',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() =>
                  onChange(isChosen ? value.filter((chosen) => chosen !== id) : [...value, id])
                }
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
              />
              <span
                aria-hidden
                className={cx(
                  'inline-flex size-5 shrink-0 items-center justify-center rounded-small border',
                  isChosen ? 'border-accent bg-accent text-on-accent' : 'border-control',
                )}
              >
                {isChosen && <Check className="size-3.5" strokeWidth={3} />}
              </span>
              <span className="min-w-0 grow basis-20 text-sm font-medium wrap-anywhere">
                {name}
              </span>
              <span className="ml-auto shrink-0 text-right text-sm">
                {price === 0 ? (
                  'Free'
                ) : (
                  <>
                    <Price amount={price} currency={currency} className="font-semibold" />
                    <span className="block text-xs text-ink-soft">{extraUnitTexts[unit]}</span>
                  </>
                )}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
