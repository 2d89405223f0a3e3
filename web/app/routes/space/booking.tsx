import type { Route } from './+types/route'
import {
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { cancellationPolicies, refundTerms } from '@hourspace/domain/cancellation.ts'
import type { Span } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import {
  guestsIn,
  saveDraft,
  savedDraft,
  type Selection,
  spanOf,
} from '#web/features/booking/draft.ts'
import { graceRule, refundRule } from '#web/features/booking/refund-rule.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDatedSpan } from '#web/lib/times.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { BookingPanel } from './booking-panel.tsx'
import { lastDayOf } from './booking-rules.ts'
import { weekStart } from './grid-cells.ts'
import { LostSelection } from './lost-selection.tsx'
import { hourlyPrices } from './quote-of.ts'
import { isNewRequest, requestedTime } from './requested-time.ts'
import { SpaceHours } from './space-hours.tsx'
import { useSlots } from './use-slots.ts'
import { WeeklyGrid } from './weekly-grid.tsx'
import { Section } from './space-facts.tsx'

type SpaceBookingProps = {
  loaded: Route.ComponentProps['loaderData']
  /** `space` is the current state of the space, which may differ from the loaded state. */
  space: SpaceDetails
  form: Ref<HTMLDivElement>
  /** `children` stand above the section about cancellation, `reviews` below. */
  children: ReactNode
  reviews: ReactNode
}

export function SpaceBooking({ loaded, space, form, children, reviews }: SpaceBookingProps) {
  const now = useNow(loaded.renderedAt)
  const [week, setWeek] = useState(weekStart(loaded.firstDay ?? loaded.thisWeek))
  const [selection, setSelection] = useState<Selection>({
    date: loaded.firstDay,
    startsAt: null,
    hours: loaded.slots.hours,
    guests: 1,
    extras: [],
    message: '',
  })
  // The start hour from the URL. When the slots of the week have loaded, the slot of this hour is
  // selected and the state becomes null.
  const [requestedHour, setRequestedHour] = useState<number | null>(null)

  const { isBookable } = availabilityOf(space)
  const selectedWeek = selection.date ? weekStart(selection.date) : week
  const { slotsIn, isLoading, isOwn, hasFailed, reload } = useSlots(space.id, {
    weeks: [week, selectedWeek],
    hours: selection.hours,
    loaded: loaded.slots,
  })
  const slots = slotsIn(selectedWeek)
  const chosen = slots?.find(({ startsAt }) => startsAt === selection.startsAt)
  // The server renders the slots as a visitor sees them, with the guest's own hold as taken. They
  // stay on the page until the guest's slots load.
  const mayBeOwnHold = chosen?.state === 'taken' && !isOwn(selectedWeek)
  const span = isBookable ? spanOf(selection) : null
  const prices = hourlyPrices(space, chosen, selection.hours)

  if (requestedHour !== null && slots) {
    const requested = slots.find(
      ({ date, hour }) => date === selection.date && hour === requestedHour,
    )
    setRequestedHour(null)
    if (requested) setSelection({ ...selection, startsAt: requested.startsAt })
  }

  function select(next: Selection) {
    setRequestedHour(null)
    setSelection(next)
    if (next.date && next.date !== selection.date) setWeek(weekStart(next.date))
  }

  // Restores the guest's saved selection after sign-in or a payment redirect. A number of people in
  // the URL overrides the saved number. A time in the URL overrides the saved time when this tab
  // opens the URL for the first time. The saved day is then deleted, because a reload would restore
  // the saved time.
  const restore = useEffectEvent(() => {
    const today = dateOf(new Date(), space.time_zone)
    const requested = requestedTime(location.search, {
      today,
      lastDay: lastDayOf(space, today),
      minimumHours: space.minimum_hours,
      maximumHours: space.maximum_hours,
    })
    const isNew = requested && isNewRequest(space.id, location.search)
    const kept = savedDraft(space.id, today)
    if (isNew && kept) saveDraft(space.id, { ...kept, date: null })
    const guests = guestsIn(location.search) ?? kept?.guests ?? 1
    const time = isNew || !kept ? requested : null
    if (kept || time || guests > 1)
      startTransition(() => {
        select({
          ...selection,
          ...kept,
          ...(time && { hours: time.hours, startsAt: null }),
          ...(time?.date && { date: time.date }),
          guests: Math.min(guests, space.capacity),
        })
        setRequestedHour(time?.hour ?? null)
      })
  })
  useEffect(() => restore(), [])

  return (
    <>
      <div
        ref={form}
        className="scroll-mt-20 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:self-stretch"
      >
        <BookingPanel
          space={space}
          extras={loaded.extras}
          now={now}
          slots={slots}
          isLoading={isLoading(selectedWeek) || mayBeOwnHold}
          prices={prices}
          hasFailed={hasFailed}
          onReload={reload}
          selection={selection}
          onSelect={select}
          notice={
            <LostSelection
              space={space}
              selection={selection}
              onSelect={select}
              slots={isOwn(selectedWeek) ? slots : undefined}
            />
          }
        />
      </div>
      <WeeklyGrid
        space={space}
        now={now}
        week={week}
        onWeek={setWeek}
        slots={slotsIn(week)}
        isLoading={isLoading(week)}
        hours={selection.hours}
        isOpen={isBookable}
        chosen={span}
        onChoose={(date, startsAt) => select({ ...selection, date, startsAt })}
      />
      <div className="flex flex-col gap-10">
        <SpaceHours space={space} now={now} />
        {children}
        <SpaceCancellation space={space} span={span} now={now} />
        {reviews}
      </div>
    </>
  )
}

function SpaceCancellation(props: { space: SpaceDetails; span: Span | null; now: Date }) {
  const { space, span, now } = props
  const policy = space.cancellation_policy
  const terms = span && refundTerms({ policy, startsAt: span.startsAt, bookedAt: now })
  return (
    <Section id="cancellation" title="Cancellation">
      <div className="flex flex-col gap-2">
        <p>
          <span className="block text-sm text-ink-faint capitalize">{policy}</span>
          <span className="font-semibold">{cancellationPolicies[policy].summary}</span>
        </p>
        {span && terms && (
          <p className="rounded-control bg-accent-soft px-4 py-3 text-sm">
            <span className="block text-ink-soft">
              If you book {formatDatedSpan(span, space.time_zone)}:
            </span>
            <span className="font-semibold">{refundRule(terms, space, now)}</span>
            {terms.graceEnd && <span className="block">{graceRule}</span>}
          </p>
        )}
        <p className="text-sm">
          <TextLink to={paths.cancellation()}>How cancellations work</TextLink>
        </p>
      </div>
    </Section>
  )
}
