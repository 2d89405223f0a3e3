import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HostedSpace } from '#web/data/listings.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { Price } from '#web/ui/price.tsx'

/** Card of a host's own space. `heading` is the heading level within the page. */
export function ListingCard(props: {
  space: HostedSpace
  heading: 'h2' | 'h3'
  linkId?: string
  children?: ReactNode
}) {
  const { space, heading: Heading, linkId, children } = props
  const { label, tone } = stateOf(space)
  return (
    <Card flush className="group relative flex h-full flex-col">
      <CoverPicture
        space={space}
        sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 50vw, 100vw"
        height={720}
        className="aspect-4/3 w-full"
        placeholder={
          <div className="flex aspect-4/3 items-center justify-center bg-sunken text-ink-faint">
            <ImageOff aria-hidden className="size-7" />
          </div>
        }
      />
      <div className="flex grow flex-col gap-2 p-5">
        <div>
          <Badge tone={tone} dot>
            {label}
          </Badge>
        </div>
        <Heading className="text-lg wrap-anywhere">
          <Link id={linkId} to={paths.space(space)} className="hover:underline">
            {space.title}
          </Link>
        </Heading>
        <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
          <span>
            {space.location}, {space.country}
          </span>
          <Price
            amount={space.price}
            currency={space.currency}
            unit="/hr"
            className="font-semibold text-ink"
          />
        </p>
        {children && <div className="mt-auto border-t border-line pt-2">{children}</div>}
      </div>
    </Card>
  )
}

function stateOf(space: HostedSpace) {
  if (space.hidden_at) return { label: 'Hidden by us', tone: 'danger' } as const
  if (space.archived_at) return { label: 'Archived', tone: 'neutral' } as const
  return availabilityOf(space)
}

export function ListingCardSkeleton() {
  return (
    <Card flush aria-hidden className="flex animate-pulse flex-col">
      <div className="aspect-4/3 w-full bg-sunken" />
      <div className="flex flex-col gap-3 p-5">
        <div className="h-6 w-24 rounded-full bg-sunken" />
        <div className="h-6 w-2/3 rounded-small bg-sunken" />
        <div className="h-4 w-full rounded-small bg-sunken" />
      </div>
    </Card>
  )
}
