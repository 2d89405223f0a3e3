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
  today: string
  /** `month` is a day of the displayed month; null while a week is displayed. */
  month: string | null
  /** `week` is a day of the displayed week. */
  week: string
  /** `first` and `last` are the first and the last displayed day. */
  first: string
  last: string
  spaces: readonly { id: string; title: string }[]
}) {
  const { today, month, week, first, last, spaces } = props
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
      : go({ week: parseDate(first).add({ weeks: steps }).toString() })

  return (
    <div className="flex flex-wrap items-center gap-3">
      <IconButton icon={ChevronLeft} label={`Previous ${unit}`} onPress={() => shift(-1)} />
      <h2 aria-live="polite" className="text-xl">
        {month
          ? formatMonth(new Date(`${month}T12:00:00Z`), 'UTC')
          : `${formatDate(first)} – ${formatDate(last)}, ${last.slice(0, 4)}`}
      </h2>
      <IconButton icon={ChevronRight} label={`Next ${unit}`} onPress={() => shift(1)} />
      <Button
        variant="quiet"
        size="small"
        onPress={() => go(month ? { month: today } : { week: '' })}
      >
        Today
      </Button>
      <div className="flex gap-1">
        <button
          type="button"
          aria-pressed={!month}
          onClick={() => go({ week: month ?? week, month: '' })}
          className={chipStyles(!month)}
        >
          Week
        </button>
        <button
          type="button"
          aria-pressed={Boolean(month)}
          onClick={() => go({ month: month ?? week, week: '' })}
          className={chipStyles(Boolean(month))}
        >
          Month
        </button>
      </div>
      <NativeSelect
        label="Space"
        className="sm:ml-auto sm:w-72"
        value={search.get('space') ?? ''}
        onChange={(space) => go({ space })}
        options={[
          { id: '', label: 'All spaces' },
          ...spaces.map(({ id, title }) => ({ id, label: title })),
        ]}
      />
    </div>
  )
}
