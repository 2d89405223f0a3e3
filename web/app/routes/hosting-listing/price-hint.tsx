import { TrendingUp } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { isCurrency, formatMoney } from '@hourspace/domain/money.ts'
import { parseNumber } from '@hourspace/domain/listing.ts'
import { priceHint } from '#web/data/listings.ts'
import type { ListingDraft } from '#web/features/listing/listing-draft.ts'

/** Compares the typed price to similar spaces, and says what a new price changes. */
export function PriceHint(props: {
  draft: ListingDraft
  exceptId: string
  /** Decimal price per hour that is saved. */
  savedPrice: number
}) {
  const { draft, exceptId, savedPrice } = props
  const { type = '', location = '', country = '', currency = '' } = draft
  const { data: hint } = useQuery(priceHint({ type, location, country, currency }, exceptId))
  const price = parseNumber(draft.price ?? '')
  const isChanged = Number.isFinite(price) && price !== savedPrice
  if (!isCurrency(currency) || (!hint && !isChanged)) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-sunken p-4 text-sm text-ink-soft">
      <TrendingUp aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <span>
        {hint &&
          `Half of the ${hint.spaces} similar spaces in ${hint.scope === 'city' ? location : country} cost ${formatMoney(hint.low, currency)} to ${formatMoney(hint.high, currency)} per hour. `}
        {isChanged &&
          'A new price applies to new bookings only. Guests who are paying right now are asked to confirm it.'}
      </span>
    </p>
  )
}
