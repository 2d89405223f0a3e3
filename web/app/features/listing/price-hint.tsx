import { TrendingUp } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isCurrency, formatMoney } from '@hourspace/domain/money.ts'
import { parseNumber } from '@hourspace/domain/listing.ts'
import { priceHint } from '#web/data/listings.ts'
import type { ListingDraft } from './listing-draft.ts'

/** Debounce delay in milliseconds before similar spaces are queried. */
const rest = 400

/** Shows what similar spaces cost, and says to which bookings a changed price applies. */
export function PriceHint(props: {
  draft: ListingDraft
  /** `saved` is the edited listing with its decimal price per hour; null for a new listing. */
  saved: { id: string; price: number } | null
}) {
  const { draft, saved } = props
  const { type = '', location = '', country = '', currency = '' } = draft
  const typed = { type, location, country, currency }
  const [place, setPlace] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPlace({ type, location, country, currency }), rest)
    return () => clearTimeout(timer)
  }, [type, location, country, currency])
  const { data: hint } = useQuery(priceHint(place, saved?.id ?? null))

  const price = parseNumber(draft.price ?? '')
  const isChanged = saved !== null && Number.isFinite(price) && price !== saved.price
  const shown = place.currency
  if (!isCurrency(shown) || (!hint && !isChanged)) return null
  const area = hint?.scope === 'city' ? place.location : place.country
  const kind = hint?.same_type ? 'similar spaces' : 'spaces of all types'
  const prices = new Set(hint && [hint.low, hint.high])
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-sunken p-4 text-sm text-ink-soft">
      <TrendingUp aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <span>
        {hint &&
          `Half of the ${hint.spaces} ${kind} in ${area} cost ${[...prices].map((price) => formatMoney(price, shown)).join(' to ')} per hour. `}
        {isChanged &&
          'A new price applies to new bookings only. Guests who are paying right now are asked to confirm it.'}
      </span>
    </p>
  )
}
