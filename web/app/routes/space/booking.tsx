import type { Route } from './+types/route'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { todayIn } from '@hourspace/domain/slots.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { guestsIn, savedDraft, type Selection, spanOf } from '#web/features/booking/draft.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { BookingPanel } from './booking-panel.tsx'
import { addDays, weekStart } from './grid-cells.ts'
import { useTakenTimes } from './use-taken-times.ts'
import { WeeklyGrid } from './weekly-grid.tsx'

type SpaceBookingProps = {
  loaded: Route.ComponentProps['loaderData']
  /** The current state of the space, which the host may have changed after the page was loaded. */
  available: boolean
}

/** The booking panel and the weekly grid, which share the guest's selection. */
export function SpaceBooking({ loaded, available }: SpaceBookingProps) {
  const now = useNow(loaded.renderedAt)
  const [week, setWeek] = useState(weekStart(loaded.firstDay ?? loaded.thisWeek))
  const [selection, setSelection] = useState<Selection>({
    date: loaded.firstDay,
    hour: null,
    hours: 1,
    guests: 1,
    extras: [],
  })

  const space = { ...loaded.space, available }
  const { isBookable } = availabilityOf(space)
  const selectedWeek = selection.date ? weekStart(selection.date) : week
  const { takenIn, hasFailed, reload } = useTakenTimes(space, [week, selectedWeek], {
    [loaded.thisWeek]: loaded.taken,
    [addDays(loaded.thisWeek, 7)]: loaded.taken,
  })

  function select(next: Selection) {
    setSelection(next)
    if (next.date && next.date !== selection.date) setWeek(weekStart(next.date))
  }

  // Restores the guest's selection after sign-in or a payment redirect. The number of people in the
  // URL comes from a search and has precedence.
  const restore = useEffectEvent(() => {
    const kept = savedDraft(space.id, todayIn(space.time_zone, new Date()))
    const guests = guestsIn(location.search) ?? kept?.guests ?? 1
    if (kept || guests > 1)
      startTransition(() =>
        select({ ...selection, ...kept, guests: Math.min(guests, space.capacity) }),
      )
  })
  useEffect(() => restore(), [])

  return (
    <>
      <BookingPanel
        space={space}
        extras={loaded.extras}
        now={now}
        taken={takenIn(selectedWeek)}
        hasFailed={hasFailed}
        onReload={reload}
        selection={selection}
        onSelect={select}
      />
      <WeeklyGrid
        timeZone={space.time_zone}
        now={now}
        week={week}
        onWeek={setWeek}
        taken={takenIn(week)}
        isOpen={isBookable}
        chosen={isBookable ? spanOf(selection, space.time_zone) : null}
        onChoose={(date, hour) => select({ ...selection, date, hour })}
      />
    </>
  )
}
