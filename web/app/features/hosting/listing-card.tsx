import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type HostedSpace, isUnopenedCopy } from '#web/data/listings.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/price.tsx'

/** A phone shows the picture beside the text, so that three listings fit on the screen. */
const layout = 'grid min-[20rem]:grid-cols-[7rem_minmax(0,1fr)] sm:flex sm:flex-col'

const pictureStyles =
  'aspect-4/3 w-full min-[20rem]:aspect-auto min-[20rem]:h-full sm:aspect-4/3 sm:h-auto'

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
    <Card flush className={cx('group relative h-full content-start', layout)}>
      <CoverPicture
        space={space}
        sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 50vw, 7rem"
        height={720}
        className={pictureStyles}
      />
      <div className="flex flex-col gap-1.5 p-4 sm:gap-2 sm:p-5 sm:pb-2">
        <div>
          <Badge tone={tone} dot className="max-[20rem]:whitespace-normal">
            {label}
          </Badge>
        </div>
        <Heading className="text-base wrap-anywhere sm:text-lg">
          <Link
            id={linkId}
            // An archived or hidden space has no public page.
            to={
              space.archived_at || space.hidden_at
                ? paths.hostingListing(space.id)
                : paths.space(space)
            }
            className="hover:underline"
          >
            {space.title}
          </Link>
        </Heading>
        <p className="flex justify-between gap-x-4 text-sm text-ink-soft max-sm:flex-col sm:flex-wrap">
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
      </div>
      {children && (
        <div className="col-span-full mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-1 sm:mx-5 sm:px-0 sm:pb-3">
          {children}
        </div>
      )}
    </Card>
  )
}

function stateOf(space: HostedSpace) {
  if (space.hidden_at) return { label: 'Hidden by us', tone: 'danger' } as const
  if (isUnopenedCopy(space)) return { label: 'Not visible yet', tone: 'caution' } as const
  if (space.archived_at) return { label: 'Archived', tone: 'neutral' } as const
  return availabilityOf(space)
}

export function ListingCardSkeleton() {
  return (
    <Card flush aria-hidden className={cx('animate-pulse', layout)}>
      <div className={cx('bg-sunken', pictureStyles)} />
      <div className="flex flex-col gap-3 p-4 sm:p-5">
        <div className="h-6 w-24 rounded-full bg-sunken" />
        <div className="h-6 w-2/3 rounded-small bg-sunken" />
        <div className="h-4 w-full rounded-small bg-sunken" />
      </div>
    </Card>
  )
}
