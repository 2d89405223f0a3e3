import { CalendarDays, MapPin, Navigation } from 'lucide-react'
import { useId } from 'react'
import type { NextBooking } from '#web/data/bookings.ts'
import { paths } from '#web/lib/paths.ts'
import { placeTime } from '#web/lib/times.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Card } from '#web/ui/card.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { timesOf } from './booking-card.tsx'
import { countdownOf, phaseOf } from './booking-phase.ts'
import { MessageButton } from './message-button.tsx'
import { directionsTo } from './place-texts.ts'

export function NextUp({ booking, now }: { booking: NextBooking; now: Date }) {
  const headingId = useId()
  const { space, time_zone: timeZone } = booking
  const { day, span, instants } = timesOf(booking)
  const street = space.address?.street_address
  return (
    <section aria-labelledby={headingId}>
      <Card flush className="grid border-accent/40 md:grid-cols-[1fr_30%] lg:grid-cols-[1fr_38%]">
        <div className="flex min-w-0 flex-col gap-4 p-5 sm:p-7">
          <div>
            <h2 id={headingId} className="font-sans text-sm font-semibold text-accent-ink">
              {phaseOf(booking, now) === 'started' ? 'Now' : 'Next up'}
            </h2>
            <p className="mt-1 font-display text-2xl font-semibold wrap-anywhere">{space.title}</p>
            <p className="mt-1 text-lg font-semibold text-accent-ink">
              {countdownOf(booking, 'guest', now)}
            </p>
          </div>
          <ul className="flex flex-col gap-2">
            <li className="flex items-start gap-3">
              <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
              <span>
                {day}, <span className="min-[18rem]:whitespace-nowrap">{span}</span>{' '}
                <span className="text-ink-soft">({placeTime(space.location)})</span>
                <ViewerTime
                  span={instants}
                  timeZone={timeZone}
                  className="block text-sm text-ink-soft"
                />
              </span>
            </li>
            <li className="flex items-start gap-3">
              <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
              <span className="wrap-anywhere">
                {street && <>{street}, </>}
                {space.location}, {space.country}
              </span>
            </li>
          </ul>
          <div className="flex flex-wrap gap-3 md:max-lg:gap-2 md:max-lg:[&_.button]:px-3.5">
            <LinkButton to={paths.booking(booking.id)}>
              View booking<span className="sr-only">: {space.title}</span>
            </LinkButton>
            {booking.user_id !== space.user_id && (
              <MessageButton booking={booking} name="host" size="medium" />
            )}
            {street && (
              <a
                href={directionsTo(booking)}
                target="_blank"
                rel="noreferrer"
                className={buttonStyles({ variant: 'secondary' })}
              >
                <Navigation aria-hidden className="size-4" />
                Directions
                <span className="sr-only"> (opens a new tab)</span>
              </a>
            )}
          </div>
        </div>
        <div className="relative order-first aspect-16/9 md:order-none md:aspect-auto">
          <CoverPicture
            space={space}
            sizes="(min-width: 48rem) 30rem, 100vw"
            className="absolute inset-0 size-full"
          />
        </div>
      </Card>
    </section>
  )
}
