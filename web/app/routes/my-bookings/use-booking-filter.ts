import { useSearchParams } from 'react-router'
import { bookingFilters, type BookingListQuery } from '#web/data/bookings.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'

export const allBookings = 'all'

/** The filter of the booking list, which is stored in the URL. Each chip adds a history entry. */
export function useBookingFilter() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const show = bookingFilters.find((filter) => filter === params.get('show'))
  const { text, setText } = useSearchText(search, (words) => change('q', words, true))

  function change(name: string, value: string | null, replace = false) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace, preventScrollReset: true },
    )
  }

  return {
    query: { show, search } satisfies BookingListQuery,
    isFiltered: show !== undefined || search !== '',
    choose: (chip: string | null) => change('show', chip === allBookings ? null : chip),
    text,
    setText,
  }
}
