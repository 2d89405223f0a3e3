import { useEffect, useState, type RefObject } from 'react'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { ApproximateRate, PriceNote } from './space-facts.tsx'

/**
 * Bar on phones with the price and a button that scrolls to the booking form. It is hidden while
 * the form is visible.
 */
export function StickyBar(props: { space: SpaceDetails; form: RefObject<HTMLElement | null> }) {
  const { space, form } = props
  const [isNeeded, setNeeded] = useState(false)

  useEffect(() => {
    if (!form.current) return
    // `entries` is sorted by time. It has several entries if the form has scrolled out of view and
    // back since the last call.
    const observer = new IntersectionObserver((entries) => {
      const newest = entries.at(-1)
      if (newest) setNeeded(!newest.isIntersecting)
    })
    observer.observe(form.current)
    return () => observer.disconnect()
  }, [form])

  function showForm() {
    const heading = form.current?.querySelector<HTMLElement>('h2')
    heading?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div
      // Keeps the bar in the page's flow, so that it never covers the end of the page.
      className={cx(
        'sticky bottom-[calc(4.0625rem+env(safe-area-inset-bottom))] z-30 flex items-center justify-between gap-4 border-t border-line bg-surface px-[clamp(1rem,4vw,2.5rem)] py-2.5 shadow-floating md:bottom-0 lg:hidden',
        isNeeded ? 'visible' : 'invisible',
      )}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Price
            amount={space.price}
            currency={space.currency}
            unit="/hr"
            className="font-display text-xl font-semibold max-[18rem]:text-base"
          />
          <ApproximateRate space={space} />
        </p>
        <PriceNote space={space} />
      </div>
      <Button onPress={showForm}>Book</Button>
    </div>
  )
}
