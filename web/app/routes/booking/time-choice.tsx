import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { maximumHours, minimumHours } from '@hourspace/domain/booking-hours.ts'
import { lastBookableDay } from '@hourspace/domain/slots.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { slotsOfDays, type Slot } from '#web/data/slots.ts'
import { useSession } from '#web/features/account/session.tsx'
import { DayField, SlotChoice } from '#web/features/booking/slot-choice.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { calendarDay, dateOf, placeTime } from '#web/lib/times.ts'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** `date` is a day (YYYY-MM-DD) in the space's time zone. `startsAt` is an ISO instant. */
type ChosenTime = { date: string | null; startsAt: string | null; hours: number }

/**
 * Query of the starts that the space of a booking offers on a date. The booking's own time does not
 * count as taken.
 */
export function useOfferedSlots(
  booking: BookingDetails,
  { date, hours }: Pick<ChosenTime, 'date' | 'hours'>,
) {
  const { user } = useSession()
  const query = useQuery({
    queryKey: [...userKey(user?.id), 'slots to move to', booking.id, date, hours],
    queryFn: async () =>
      slotsOfDays(await browserClient(), booking.space.id, {
        from: date!,
        to: date!,
        hours,
        movedId: booking.id,
      }),
    enabled: date !== null,
    placeholderData: keepPreviousData,
  })
  const slots = query.data?.filter((slot) => slot.date === date)
  // While a newly chosen day loads, the data still belongs to the day that was chosen before.
  const isLoading = query.isPlaceholderData && slots?.length === 0
  return { ...query, slots: isLoading ? undefined : slots }
}

/** Fields that choose a date, a duration and a start that the space of a booking offers. */
export function TimeChoice(props: {
  booking: BookingDetails
  now: Date
  value: ChosenTime
  onChange: (next: Partial<ChosenTime>) => void
  /** `offered` is the result of `useOfferedSlots` for `value`. */
  offered: { slots: Slot[] | undefined; error: Error | null; refetch: () => unknown }
}) {
  const { booking, now, value, onChange } = props
  const { slots, error, refetch } = props.offered
  const { date } = value
  const today = dateOf(now, booking.time_zone)
  return (
    <>
      <div className="grid grid-cols-1 gap-4 min-[25rem]:grid-cols-2">
        <DayField
          value={date}
          min={today}
          max={lastBookableDay(today)}
          isClosed={() => false}
          onChange={(next) =>
            onChange({ date: next, startsAt: next === date ? value.startsAt : null })
          }
        />
        <NumberStepper
          label="Duration (hours)"
          value={value.hours}
          min={minimumHours}
          max={maximumHours}
          onChange={(hours) => onChange({ hours })}
        />
      </div>
      {error && (
        <RetryBanner
          message={messageOf(error, 'Failed to load availability')}
          onRetry={() => void refetch()}
        />
      )}
      {date && !slots && !error && <Skeleton className="h-59 rounded-control" />}
      {slots && slots.length > 0 && (
        <SlotChoice
          slots={slots}
          now={now}
          value={value.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
        />
      )}
      {date && slots?.length === 0 && (
        <p className="text-sm font-medium">
          Closed on {calendarDay(date).name}. Please choose another day.
        </p>
      )}
      <p className="text-sm text-ink-soft">Times are in {placeTime(booking.space.location)}.</p>
    </>
  )
}
