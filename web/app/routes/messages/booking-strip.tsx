import { useState } from 'react'
import type { Conversation } from '#web/data/messages.ts'
import { bookAgainPath } from '#web/features/booking/book-again.ts'
import { BookingPhaseBadge } from '#web/features/booking/booking-phase-badge.tsx'
import { phaseOf } from '#web/features/booking/booking-phase.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { imageSources } from '#web/lib/images.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan, placeTime } from '#web/lib/times.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function BookingStrip({ conversation }: { conversation: Conversation }) {
  const { space, booking } = conversation
  const [openedAt] = useState(() => new Date())
  const now = useNow(openedAt)
  const action = actionOf(conversation, now)
  if (!space)
    return (
      <p className="border-b border-line px-3 py-3 text-sm text-ink-soft sm:px-5">
        This space was deleted.
      </p>
    )
  const link = titleLink(space)
  const state = stateText(conversation, space)
  const time =
    booking &&
    formatDatedSpan(
      { startsAt: new Date(booking.start_time), endsAt: new Date(booking.end_time) },
      booking.time_zone,
    )
  return (
    <div className="flex items-center gap-3 border-b border-line px-3 py-3 max-[18rem]:flex-wrap sm:px-5">
      {space.image && (
        <img
          {...imageSources(space.image, { to: 320 })}
          sizes="64px"
          alt=""
          width={64}
          height={48}
          className="h-12 w-16 shrink-0 rounded-small object-cover max-sm:hidden"
        />
      )}
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {link ? (
            <TextLink to={link} className="min-w-0 font-semibold min-[18rem]:truncate">
              {space.title}
            </TextLink>
          ) : (
            <span className="min-w-0 font-semibold min-[18rem]:truncate">{space.title}</span>
          )}
          {booking && <BookingPhaseBadge booking={booking} now={now} />}
        </p>
        <p className="text-sm text-ink-soft">
          {time ? `${time} (${placeTime(space.location)})` : space.location}
          {state && ` · ${state}`}
        </p>
      </div>
      {action && (
        <LinkButton to={action.to} size="small" variant={action.isUrgent ? 'primary' : 'secondary'}>
          {action.label}
          {action.about && <span className="sr-only"> {action.about}</span>}
        </LinkButton>
      )}
    </div>
  )
}

type Space = NonNullable<Conversation['space']>

/**
 * Returns the path to which the title links: the page of a listed space, or for the host, the
 * editor of an unlisted space. Undefined if the title is not a link.
 */
function titleLink(space: Space): string | undefined {
  if (space.is_listed) return paths.space(space)
  const { unlisted_because: cause } = space
  return cause && cause !== 'deleted' ? paths.hostingListing(space.id) : undefined
}

const causes = { deleted: 'deleted', hidden: 'hidden by us', archived: 'archived' } as const

/** Returns the note about the state of the space. Only the host sees why a space is not listed. */
function stateText({ is_host, booking }: Conversation, space: Space): string | undefined {
  if (!space.is_listed)
    return space.unlisted_because ? causes[space.unlisted_because] : 'no longer listed'
  if (booking) return undefined
  return is_host && !space.available ? 'closed for booking' : 'not booked yet'
}

/** `about` is added to the link's label for screen readers. */
type Action = { to: string; label: string; about?: string; isUrgent?: boolean }

function actionOf({ is_host, space, booking }: Conversation, now: Date): Action | null {
  if (!space) return null
  const phase = booking && phaseOf(booking, now)
  const isOpen = phase === 'requested' || phase === 'upcoming' || phase === 'started'
  if (booking && (is_host || isOpen)) {
    const to = paths.booking(booking.id)
    if (is_host && phase === 'requested')
      return { to, label: 'Answer', about: 'the request', isUrgent: true }
    return { to, label: 'View booking' }
  }
  if (is_host || !space.is_listed || !space.available) return null
  return booking
    ? { to: bookAgainPath(space, booking), label: 'Book again' }
    : { to: paths.space(space), label: 'Book', isUrgent: true }
}
