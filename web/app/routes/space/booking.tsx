import type { Route } from './+types/route'
import {
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { todayIn } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { guestsIn, savedDraft, type Selection, spanOf } from '#web/features/booking/draft.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { BookingPanel } from './booking-panel.tsx'
import { addDays, weekStart } from './grid-cells.ts'
import { LostSelection } from './lost-selection.tsx'
import { isNewRequest, requestedTime } from './requested-time.ts'
import { SpaceCancellation } from './space-cancellation.tsx'
import { useTakenTimes } from './use-taken-times.ts'
import { WeeklyGrid } from './weekly-grid.tsx'

type SpaceBookingProps = {
  loaded: Route.ComponentProps['loaderData']
  /** The current state of the space, which may have changed after the page was loaded. */
  space: SpaceDetails
  /** The element around the booking form. */
  form: Ref<HTMLDivElement>
  /** Sections between the weekly grid and the cancellation policy. */
  children: ReactNode
}

/** What depends on the guest's selection: booking panel, weekly grid and cancellation terms. */
export function SpaceBooking({ loaded, space, form, children }: SpaceBookingProps) {
  const now = useNow(loaded.renderedAt)
  const [week, setWeek] = useState(weekStart(loaded.firstDay ?? loaded.thisWeek))
  const [selection, setSelection] = useState<Selection>({
    date: loaded.firstDay,
    hour: null,
    hours: 1,
    guests: 1,
    extras: [],
  })

  const { isBookable } = availabilityOf(space)
  const selectedWeek = selection.date ? weekStart(selection.date) : week
  const { takenIn, isOwn, hasFailed, reload } = useTakenTimes(space, [week, selectedWeek], {
    [loaded.thisWeek]: loaded.taken,
    [addDays(loaded.thisWeek, 7)]: loaded.taken,
  })
  const span = isBookable ? spanOf(selection, space.time_zone) : null

  function select(next: Selection) {
    setSelection(next)
    if (next.date && next.date !== selection.date) setWeek(weekStart(next.date))
  }

  // Restores the guest's selection after sign-in or a payment redirect. The number of people in the
  // URL comes from a search and has precedence, and so has its time when the page is opened first.
  const restore = useEffectEvent(() => {
    const today = todayIn(space.time_zone, new Date())
    const requested = requestedTime(location.search, today)
    const isNew = requested && isNewRequest(space.id, location.search)
    const kept = savedDraft(space.id, today)
    const guests = guestsIn(location.search) ?? kept?.guests ?? 1
    const time = isNew || !kept ? requested : null
    if (kept || time || guests > 1)
      startTransition(() =>
        select({ ...selection, ...kept, ...time, guests: Math.min(guests, space.capacity) }),
      )
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
          taken={takenIn(selectedWeek)}
          hasFailed={hasFailed}
          onReload={reload}
          selection={selection}
          onSelect={select}
          notice={
            <LostSelection
              space={space}
              selection={selection}
              onSelect={select}
              taken={isOwn(selectedWeek) ? takenIn(selectedWeek) : undefined}
            />
          }
        />
      </div>
      <WeeklyGrid
        timeZone={space.time_zone}
        now={now}
        week={week}
        onWeek={setWeek}
        taken={takenIn(week)}
        isOpen={isBookable}
        chosen={span}
        onChoose={(date, hour) => select({ ...selection, date, hour })}
      />
      <div className="flex flex-col gap-10">
        {children}
        <SpaceCancellation space={space} span={span} now={now} />
      </div>
    </>
  )
}
