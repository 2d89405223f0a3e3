import { CalendarCheck, Wallet } from 'lucide-react'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Price } from '#web/ui/price.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { StarField } from '#web/ui/star-field.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Tile } from '#web/ui/tile.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { Row, Sample } from './sample.tsx'

const span = {
  startsAt: new Date('2026-11-21T19:00:00Z'),
  endsAt: new Date('2026-11-21T21:00:00Z'),
}

export function Parts() {
  return (
    <>
      <Sample title="Small parts">
        <Row>
          <Badge>Neutral</Badge>
          <CountBadge count={3} label="unread" />
          <Badge tone="accent">Featured</Badge>
          <Badge tone="success" dot>
            Available
          </Badge>
          <Badge tone="caution" dot>
            Under Maintenance
          </Badge>
          <Badge tone="danger" dot>
            Unavailable
          </Badge>
          <Badge tone="notice">Processing</Badge>
        </Row>
        <Row>
          {[0, 2.4, 3.5, 4.9, 5].map((value) => (
            <Rating key={value} value={value} />
          ))}
          <Price
            amount={85}
            currency="USD"
            decimals={0}
            unit="/hr"
            className="text-xl font-semibold"
          />
          <Price amount={8000} currency="JPY" />
          <Avatar name="Maya Lindqvist" />
          <Avatar name="Maya Lindqvist" src="/favicon.svg" />
          <Avatar name="maya@hourspace.demo" className="size-24 text-2xl!" />
          <CoverPicture space={{ images: [], image_previews: [] }} className="aspect-3/2 w-24" />
          <Spinner label="Loading" />
          <TextLink to="/explore">Text link</TextLink>
        </Row>
        <p>
          Sun, Nov 22, 9:00 AM – 11:00 AM (Kiritimati time){' '}
          <ViewerTime span={span} timeZone="Pacific/Kiritimati" className="text-ink-faint" />
        </p>
        <StarField label="Overall" name="stars" value={4} onValue={() => {}} />
        <BackLink to="/my-bookings">My Bookings</BackLink>
        <Breadcrumbs
          crumbs={[
            { label: 'Home', to: '/' },
            { label: 'Explore Spaces', to: '/explore' },
          ]}
        />
      </Sample>
      <Sample title="Messages">
        <Banner>Times are the space’s own: Tokyo.</Banner>
        <Banner tone="success" title="Booking Confirmed">
          Payment successful! Your booking has been confirmed.
        </Banner>
        <Banner tone="caution">Payouts are not connected yet.</Banner>
        <RetryBanner message="Failed to fetch spaces" onRetry={() => {}} />
        <QueryError
          query={{ error: new Error(), refetch: () => Promise.resolve() }}
          fallback="Failed to fetch bookings"
        />
        <AlertText>2 fields need your attention.</AlertText>
      </Sample>
      <Sample title="Surfaces">
        <dl className="grid gap-4 sm:grid-cols-3">
          <Tile label="Total Earnings" value="$1,240.00" icon={Wallet} note="before payouts" />
          <Tile label="Active Bookings" value="3" icon={CalendarCheck} />
          <Tile label="Total Listings" value="2" />
        </dl>
        <Card className="flex flex-col gap-3">
          <Skeleton className="h-40 rounded-control" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/3" />
        </Card>
        <EmptyState
          icon={CalendarCheck}
          title="No Bookings Yet"
          action={<Button>Explore Spaces</Button>}
        >
          When you book a space, it is kept here.
        </EmptyState>
        <EmptyState title="Nothing here, and nothing to do about it" />
        <EmptyState isCompact icon={CalendarCheck} title="One row on pages with several lists">
          It says what appears here.
        </EmptyState>
        <ShowMore hasMore isPending={false} onPress={() => {}} error="Failed to fetch bookings" />
        <ShowMore list="recent activity" hasMore isPending onPress={() => {}} />
      </Sample>
    </>
  )
}
