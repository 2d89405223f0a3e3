import { parseDate, startOfMonth } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDate, formatMonth } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { chipStyles } from '#web/ui/filter-chips.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'

/** Selects the period and the space. The selection is in the URL. Dates are YYYY-MM-DD. */
export function CalendarToolbar(props: {
  /** `today` is the first displayed day if the URL contains no date. */
  today: string
  /** `month` is a day of the displayed month; null while seven days are displayed. */
  month: string | null
  /** `day` is a displayed day: the start of the seven days, or the day chosen in a month. */
  day: string
  /** `first` and `last` are the first and the last displayed day. */
  first: string
  last: string
  spaces: readonly { id: string; title: string }[]
}) {
  const { today, month, day, first, last, spaces } = props
  const [search, setSearch] = useSearchParams()

  function go(part: Record<string, string>) {
    // Reads the current URL, because the previous choice may not be rendered yet.
    const query = new URLSearchParams(location.search)
    for (const [key, value] of Object.entries(part))
      if (value) query.set(key, value)
      else query.delete(key)
    setSearch(query, { preventScrollReset: true })
  }
  const unit = month ? 'month' : 'week'
  const shift = (steps: number) =>
    month
      ? go({ month: startOfMonth(parseDate(month)).add({ months: steps }).toString() })
      : go({ from: parseDate(first).add({ weeks: steps }).toString(), week: '' })

  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="flex items-center justify-between gap-3 max-sm:basis-full">
        <IconButton icon={ChevronLeft} label={`Previous ${unit}`} onPress={() => shift(-1)} />
        {/* The minimum width keeps the button after the dates in place when the dates change. */}
        <h2 aria-live="polite" className="text-center text-xl sm:min-w-60">
          {month
            ? formatMonth(new Date(`${month}T12:00:00Z`), 'UTC')
            : `${formatDate(first)} – ${formatDate(last)}, ${last.slice(0, 4)}`}
        </h2>
        <IconButton icon={ChevronRight} label={`Next ${unit}`} onPress={() => shift(1)} />
      </div>
      <Button
        variant="quiet"
        size="small"
        className="max-sm:-ml-3"
        onPress={() => go(month ? { month: today } : { from: '', week: '' })}
      >
        Today
      </Button>
      <div className="flex gap-1">
        <button
          type="button"
          aria-pressed={!month}
          onClick={() => month && go({ week: month === today ? '' : month, month: '' })}
          className={chipStyles(!month)}
        >
          Week
        </button>
        <button
          type="button"
          aria-pressed={Boolean(month)}
          onClick={() => go({ month: month ?? day, from: '', week: '' })}
          className={chipStyles(Boolean(month))}
        >
          Month
        </button>
      </div>
      {spaces.length > 1 && (
        <NativeSelect
          label="Space"
          className="max-lg:basis-full lg:ml-auto lg:w-72"
          value={search.get('space') ?? ''}
          onChange={(space) => go({ space })}
          options={[
            { id: '', label: 'All spaces' },
            ...spaces.map(({ id, title }) => ({ id, label: title })),
          ]}
        />
      )}
    </div>
  )
}
