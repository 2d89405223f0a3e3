import { useMutation } from '@tanstack/react-query'
import { CalendarDays, Clock, House, Pencil } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { addDays, spanAt } from '@hourspace/domain/slots.ts'
import { blockTimes, unblockTimes } from '#web/data/host-calendar.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import type { Selection } from '#web/features/booking/draft.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDatedSpan, formatHour, timeOfDay } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PlainSelect } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type OwnSpaceProps = {
  space: SpaceDetails
  now: Date
  selection: Selection
  onSelect: (selection: Selection) => void
  onReload: () => void
}

/**
 * Panel that a host sees in place of the booking form. It contains a form that blocks hours, and
 * links to the host's pages about the space.
 */
export default function OwnSpace(props: OwnSpaceProps) {
  const { space, selection } = props
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="flex items-center gap-2.5 text-xl">
          <House aria-hidden className="size-5 shrink-0 text-accent-ink" />
          This is your space
        </h2>
        <p className="mt-1.5 text-sm text-ink-soft">
          Guests book it here. You cannot book your own space, but you can manage it in{' '}
          <TextLink to={paths.myListings()}>My Listings</TextLink>.
        </p>
      </div>
      {/* A new key resets the form to the hour that the host selects in the weekly grid. */}
      <BlockForm key={selection.startsAt} {...props} />
      <hr className="border-line" />
      <div className="grid gap-2.5 sm:grid-cols-3 lg:grid-cols-1">
        <LinkButton to={paths.hostingListing(space.id)} variant="secondary">
          <Pencil aria-hidden className="size-4.5" />
          Edit the listing
        </LinkButton>
        <LinkButton to={paths.hostingRules(space.id)} variant="secondary">
          <Clock aria-hidden className="size-4.5" />
          Hours and prices
        </LinkButton>
        <LinkButton to={paths.hostingCalendar({ space: space.id })} variant="secondary">
          <CalendarDays aria-hidden className="size-4.5" />
          Calendar
        </LinkButton>
      </div>
    </div>
  )
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

const optionsOf = (hours: readonly number[]) =>
  hours.map((hour) => ({
    id: String(hour),
    label: hour === 24 ? 'Midnight' : formatHour(hour),
  }))

/** Form that blocks hours of one day, in the space's time zone. */
function BlockForm({ space, now, selection, onSelect, onReload }: OwnSpaceProps) {
  const { time_zone, id } = space
  const { startsAt } = selection
  const today = dateOf(now, time_zone)
  const [date, setDate] = useState<string | null>(selection.date ?? today)
  const hourOf = (at: Date) => Number(timeOfDay(at, time_zone).slice(0, 2))
  const nextHour = date === today ? Math.min(23, hourOf(now) + 1) : 0
  const [from, setFrom] = useState(startsAt ? hourOf(new Date(startsAt)) : Math.max(9, nextHour))
  const [hours, setHours] = useState(selection.hours)
  const until = Math.min(24, from + hours)
  // The instant of an hour is null if daylight saving time skips the hour.
  const [start, end] = [from, until].map((hour) =>
    date ? spanAt(addDays(date, Math.floor(hour / 24)), hour % 24, 1, time_zone) : null,
  )

  const unblock = useMutation({
    mutationFn: unblockTimes,
    onSuccess: onReload,
    onError: (error) =>
      showToast({ tone: 'error', title: messageOf(error, 'Failed to change the block') }),
  })
  const block = useMutation({
    mutationFn: blockTimes,
    onSuccess: ({ blocked, conflicts }, { spaceId, blocks: [block] }) => {
      if (!block || conflicts.length > 0) return
      const span = { startsAt: new Date(block.starts_at), endsAt: new Date(block.ends_at) }
      showToast({
        tone: 'success',
        title: `Blocked: ${formatDatedSpan(span, time_zone)}`,
        // Offers no undo if all of the time was blocked before.
        ...(blocked !== '{}' && {
          action: { label: 'Undo', onPress: () => unblock.mutate({ spaceId, times: blocked }) },
        }),
      })
      onReload()
      onSelect({ ...selection, startsAt: null })
    },
  })

  const problem = block.error ?? block.data?.conflicts[0]

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!start || !end || block.isPending) return
    const span = { starts_at: start.startsAt.toISOString(), ends_at: end.startsAt.toISOString() }
    block.mutate({ spaceId: id, blocks: [{ ...span, note: '', series_id: null }] })
  }

  return (
    <form aria-label="Block hours" onSubmit={submit} className="flex flex-col gap-4">
      <DatePicker label="Date" value={date} onChange={setDate} min={today} isRequired />
      <div className="grid grid-cols-2 gap-3">
        <PlainSelect
          name="from"
          label="From"
          value={String(from)}
          onValue={(hour) => setFrom(Number(hour))}
          options={optionsOf(hoursOfDay)}
        />
        <PlainSelect
          name="until"
          label="Until"
          value={String(until)}
          onValue={(hour) => setHours(Number(hour) - from)}
          options={optionsOf(hoursOfDay.map((hour) => hour + 1).filter((hour) => hour > from))}
        />
      </div>
      <p className="text-sm text-ink-soft">
        Guests can’t book blocked hours. A block removes no booking.
      </p>
      <AlertText>
        {date &&
          (!start || !end) &&
          'The clocks skip this hour on that day. Please choose another one.'}
        {problem && messageOf(problem, 'Failed to block this time')}
      </AlertText>
      <Button type="submit" wide isPending={block.isPending} pendingText="Blocking...">
        Block hours
      </Button>
    </form>
  )
}
