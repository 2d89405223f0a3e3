import { DoorOpen, KeyRound, MapPin, Navigation, Copy } from 'lucide-react'
import { dayMs } from '@hourspace/domain/durations.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { type BookingPhase, phaseOf } from '#web/features/booking/booking-phase.ts'
import { LinkedText } from '#web/features/messages/linked-text.tsx'
import { PlaceMap } from '#web/features/places/space-map.tsx'
import { paths } from '#web/lib/paths.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Panel } from './panel.tsx'
import { addressOf, directionsTo, pointOf } from '#web/features/booking/place-texts.ts'

const confirmedPhases = new Set<BookingPhase>(['upcoming', 'started', 'finished'])

type PlaceProps = { booking: BookingDetails; isHost: boolean; now: Date }

export function Place({ booking, isHost, now }: PlaceProps) {
  const { space } = booking
  const address = addressOf(booking)
  const point = pointOf(booking)
  return (
    <Panel title="Getting there">
      <div className="flex items-start gap-3">
        <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div className="min-w-0 grow">
          {address ? (
            <p className="text-lg font-semibold wrap-anywhere whitespace-pre-line">{address}</p>
          ) : (
            <p className="font-semibold">
              {space.location}, {space.country}
            </p>
          )}
          {!address && <NoAddress booking={booking} isHost={isHost} now={now} />}
        </div>
      </div>
      {address && (
        <div className="flex flex-wrap gap-3">
          <a
            href={directionsTo(booking)}
            target="_blank"
            rel="noreferrer"
            className={buttonStyles({ variant: isHost ? 'secondary' : 'primary', size: 'small' })}
          >
            <Navigation aria-hidden className="size-4" />
            Directions
            <span className="sr-only"> (opens a new tab)</span>
          </a>
          <CopyButton text={address} label="Copy address" />
        </div>
      )}
      {point && <PlaceMap point={point} label={`Map of ${space.title}`} />}
      <ArrivalNotes booking={booking} isHost={isHost} now={now} />
    </Panel>
  )
}

function NoAddress({ booking, isHost, now }: PlaceProps) {
  const phase = phaseOf(booking, now)
  // Links to the listing only before the end of the booking, because the host may delete the
  // listing later.
  const isAhead = now < new Date(booking.end_time)
  if (isHost)
    return (
      <p className="mt-1 text-ink-soft">
        You haven’t given this space a street address yet. Guests see it on their booking page.
        {isAhead && (
          <>
            {' '}
            <TextLink to={`${paths.hostingListing(booking.space.id)}#field-street_address`}>
              Add the street address
            </TextLink>
          </>
        )}
      </p>
    )
  if (!confirmedPhases.has(phase))
    return (
      <p className="mt-1 text-ink-soft">The street address is shown for confirmed bookings only.</p>
    )
  if (new Date(booking.end_time).getTime() + dayMs <= now.getTime())
    return (
      <p className="mt-1 text-ink-soft">The street address is hidden a day after a booking ends.</p>
    )
  return (
    <p className="mt-1 text-ink-soft">
      The host hasn’t given a street address yet.{' '}
      <TextLink to={paths.contact({ subject: 'support', booking: booking.id })}>Ask us</TextLink>,
      and we’ll get it for you before your booking starts.
    </p>
  )
}

function ArrivalNotes({ booking, isHost, now }: PlaceProps) {
  const phase = phaseOf(booking, now)
  if (!confirmedPhases.has(phase)) return null
  const opensAt = new Date(new Date(booking.start_time).getTime() - dayMs)
  // Shows guests the notes only from a day before the start, although a guest with an earlier
  // booking of the space can already read them.
  const notes = isHost || opensAt <= now ? booking.space.arrival?.notes : undefined
  if (notes)
    return (
      <div className="flex items-start gap-3 rounded-control bg-sunken px-4 py-3">
        <DoorOpen aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold">Arrival notes</h3>
          {isHost && opensAt > now && (
            <p className="text-sm text-ink-soft">
              Your guest sees them from {formatMoment(opensAt, booking.time_zone)}.
            </p>
          )}
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            <LinkedText>{notes}</LinkedText>
          </p>
        </div>
      </div>
    )
  if (phase === 'finished') return null
  const text = isHost
    ? 'You haven’t written arrival notes for this space.'
    : opensAt > now
      ? `Arrival notes appear on ${formatMoment(opensAt, booking.time_zone)} (${placeTime(booking.space.location)}), 24 hours before the start.`
      : 'The host hasn’t added arrival notes.'
  return (
    <p className="flex items-start gap-3 text-ink-soft">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
      {text}
    </p>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: 'Address copied', tone: 'success' })
    } catch {
      showToast({
        title: 'The address could not be copied',
        description: 'Select the text and copy it yourself.',
        tone: 'error',
      })
    }
  }
  return (
    <Button size="small" variant="secondary" onPress={() => void copy()}>
      <Copy aria-hidden className="size-4" />
      {label}
    </Button>
  )
}
