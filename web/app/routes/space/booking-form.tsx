import { Clock } from 'lucide-react'
import { useId, useState } from 'react'
import type { Extra } from '@hourspace/domain/extras.ts'
import type { Quote } from '@hourspace/domain/fees.ts'
import type { Slot } from '#web/data/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { problemWithSelection, type Selection, spanOf } from '#web/features/booking/draft.ts'
import { ExtrasField } from '#web/features/booking/extras-field.tsx'
import { DayField, SlotChoice } from '#web/features/booking/slot-choice.tsx'
import { dateOf, formatClock, sameClock, placeTime } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useViewerZone, ViewerTime } from '#web/ui/viewer-time.tsx'
import { emptyDayInWords, hoursOn, lastDayOf, limitsInWords } from './booking-rules.ts'
import { PriceBreakdown } from './price-breakdown.tsx'
import { quoteOf } from './quote-of.ts'

export type BookingFormProps = {
  space: SpaceDetails
  extras: readonly Extra[]
  now: Date
  /** `slots` belong to the selected week; undefined while they are loading. */
  slots: readonly Slot[] | undefined
  /**
   * `isLoading` is true while new slots load. `slots` then still belong to another duration or
   * another user.
   */
  isLoading: boolean
  /** `prices` are the decimal prices of each selected hour. */
  prices: readonly number[]
  hasFailed: boolean
  onReload: () => void
  selection: Selection
  onSelect: (selection: Selection) => void
  onContinue: () => void
}

/** Returns the label of the button that opens the payment, or books a free space immediately. */
export function continueLabel({ booking_mode: mode }: SpaceDetails, { totalMinor }: Quote): string {
  if (totalMinor === 0) return mode === 'request' ? 'Send Request' : 'Book for Free'
  return mode === 'request' ? 'Continue to Request' : 'Continue to Payment'
}

export function BookingForm(props: BookingFormProps) {
  const { space, extras, now, prices, selection, onSelect } = props
  const { date, startsAt, hours, guests } = selection
  const timeZone = space.time_zone
  const [hasAsked, setAsked] = useState(false)
  const problemId = useId()

  const today = dateOf(now, timeZone)
  const slots = date && props.slots?.filter((slot) => slot.date === date)
  const span = spanOf(selection)
  const problem = problemWithSelection(selection, slots || [], { today, now })
  // Before the first submission, shows an error only if a complete selection has become invalid.
  const isComplete = slots && !props.isLoading && startsAt !== null
  const shown = hasAsked || isComplete ? problem : null
  const emptyDay =
    date && slots && !props.isLoading && emptyDayInWords(space, slots, { date, hours, now })
  const limits = limitsInWords(space)
  const quote = quoteOf({ space, extras, selection, prices })

  const select = (change: Partial<Selection>) => {
    setAsked(false)
    onSelect({ ...selection, ...change })
  }

  return (
    <form
      aria-label="Book this space"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (!problem) props.onContinue()
      }}
    >
      <div className="grid grid-cols-1 gap-4 min-[25rem]:grid-cols-2">
        <DayField
          value={date}
          min={today}
          max={lastDayOf(space, today)}
          isClosed={(day) => hoursOn(space, day).first_start === null}
          onChange={(next) => select({ date: next, startsAt: next === date ? startsAt : null })}
        />
        <NumberStepper
          label="Duration (hours)"
          value={hours}
          min={space.minimum_hours}
          max={space.maximum_hours}
          onChange={(next) => select({ hours: next })}
        />
      </div>
      {limits && <p className="-mt-1 text-sm text-ink-soft">{limits}</p>}
      {props.hasFailed && (
        <RetryBanner message="Failed to load availability" onRetry={props.onReload} />
      )}
      {!date && <p className="text-sm text-ink-soft">Choose a date to see its free hours.</p>}
      {slots && slots.length > 0 && (
        <SlotChoice
          slots={slots}
          now={now}
          value={startsAt}
          onChange={(next) => select({ startsAt: next })}
        />
      )}
      <output className="text-sm font-medium empty:hidden">{emptyDay}</output>
      {date && !slots && !props.hasFailed && (
        <Skeleton className="h-59 rounded-control md:max-lg:h-31" />
      )}
      <div className="flex flex-col gap-1">
        <TimeZoneNote space={space} now={now} />
        {span && (
          <ViewerTime span={span} timeZone={timeZone} className="ml-6 text-sm text-ink-soft" />
        )}
      </div>
      <NumberStepper
        label="People"
        value={guests}
        min={1}
        max={space.capacity}
        onChange={(next) => select({ guests: next })}
        hint={space.capacity === 1 ? 'For one person' : `Up to ${space.capacity} people`}
      />
      {extras.length > 0 && (
        <ExtrasField
          extras={extras}
          currency={space.currency}
          value={selection.extras}
          onChange={(next) => select({ extras: next })}
        />
      )}
      <PlainTextArea
        label="Message to the host"
        name="message"
        isOptional
        rows={2}
        maxLength={2000}
        value={selection.message}
        onValue={(message) => onSelect({ ...selection, message })}
        description="For example, what you are planning. The host gets it with your booking."
      />
      <hr className="border-line" />
      <PriceBreakdown quote={quote} prices={prices} startsAt={span?.startsAt} timeZone={timeZone} />
      <AlertText id={problemId}>{shown}</AlertText>
      <Button
        type="submit"
        size="large"
        wide
        isPending={props.isLoading && startsAt !== null && !props.hasFailed}
        aria-describedby={problemId}
      >
        {continueLabel(space, quote)}
      </Button>
      {quote.totalMinor > 0 && (
        <p className="text-center text-sm text-ink-faint">You won’t be charged yet.</p>
      )}
      {space.booking_mode === 'request' && (
        <p className="text-center text-sm text-balance text-ink-soft">
          The host has up to 24 hours to answer.
          {quote.totalMinor > 0 && ' Your card is charged only if the host accepts.'}
        </p>
      )}
    </form>
  )
}

/**
 * Says that times are local to the space. If the viewer's local time differs, also shows the time
 * at the space.
 */
function TimeZoneNote({ space, now }: { space: SpaceDetails; now: Date }) {
  const { location, time_zone: timeZone } = space
  const own = useViewerZone()
  const differs = own !== undefined && !sameClock(own, timeZone, now)

  return (
    <p className="flex items-center gap-2 text-sm text-ink-soft">
      <Clock aria-hidden className="size-4 shrink-0 text-accent-ink" />
      <span>
        Times are in {placeTime(location)}
        {differs && (
          <>
            , where it is <span className="whitespace-nowrap">{formatClock(now, timeZone)}</span>{' '}
            now
          </>
        )}
      </span>
    </p>
  )
}
