import { ImageIcon } from 'lucide-react'
import { isCurrency } from '@hourspace/domain/money.ts'
import { parseAmenities, parseNumber } from '@hourspace/domain/listing.ts'
import { Card } from '#web/ui/card.tsx'
import { Price } from '#web/ui/price.tsx'
import type { ListingDraft } from '#web/features/listing/listing-draft.ts'

export function ListingPreview({ draft, cover }: { draft: ListingDraft; cover?: string }) {
  const { title, location, country, currency } = draft
  const price = parseNumber(draft.price)
  const place = [location, country].filter(Boolean).join(', ')
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <p className="text-sm font-semibold text-ink-soft">How guests will see it</p>
      <Card flush className="shadow-raised">
        {cover ? (
          <img
            src={cover}
            alt=""
            width={320}
            height={240}
            className="aspect-4/3 w-full bg-sunken object-cover"
          />
        ) : (
          <div className="flex aspect-4/3 items-center justify-center bg-sunken text-ink-faint">
            <ImageIcon aria-hidden className="size-8" />
          </div>
        )}
        <div className="flex flex-col gap-2 p-5">
          <div className="flex items-baseline justify-between gap-3">
            <p className="min-w-0 font-display text-lg font-semibold wrap-anywhere">
              {title || <span className="text-ink-faint">Your title</span>}
            </p>
            {price >= 0 && isCurrency(currency) && (
              <Price
                amount={price}
                currency={currency}
                decimals={0}
                unit="/hr"
                className="font-semibold"
              />
            )}
          </div>
          <p className="text-sm text-ink-soft">{place || 'City, country'}</p>
          <ul className="flex flex-wrap gap-1.5">
            {parseAmenities(draft.amenities)
              .slice(0, 3)
              .map((amenity) => (
                <li
                  key={amenity}
                  className="min-w-0 rounded-full bg-sunken px-2.5 py-1 text-xs wrap-anywhere"
                >
                  {amenity}
                </li>
              ))}
          </ul>
        </div>
      </Card>
    </section>
  )
}
