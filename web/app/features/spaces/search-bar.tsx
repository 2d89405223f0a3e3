import { CalendarClock } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useNavigation } from 'react-router'
import { lazy } from '#web/lib/lazy.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { useLayer } from '#web/lib/use-layer.ts'
import { cx } from '#web/ui/cx.ts'
import { formatPeople, formatTime } from './format-search.ts'
import { type Picked, SearchText } from './search-text.tsx'
import { type ChangeTime, TimeFields } from './time-fields.tsx'

const SearchSheet = lazy(() => import('./search-sheet.tsx'))

type SearchBarProps = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  onPick: (suggestion: Picked) => void
  query: SpacesQuery
  onTime: ChangeTime
  /**
   * `onSheet` is called when the user submits the search sheet that phones show for time and number
   * of people. Pages without results must set it. If it is not set, the sheet calls `onTime`, but
   * only if the user has changed something.
   */
  onSheet?: ChangeTime
  /** `isLine` fits text and time into one line on phones. */
  isLine?: boolean
  children?: ReactNode
}

/** Search fields for place or text, time and number of people. Must be inside a form. */
export function SearchBar(props: SearchBarProps) {
  const { label, placeholder, text, onText, onPick, query, onTime, onSheet, isLine, children } =
    props
  return (
    <div data-line={isLine || undefined} className="search-bar">
      <SearchText
        label={label}
        placeholder={placeholder}
        value={text}
        query={query}
        onChange={onText}
        onPick={onPick}
      />
      <Divider />
      <TimeFields query={query} onChange={onTime} className="segments" />
      <TimeButton query={query} hasResults={!onSheet} onApply={onSheet ?? onTime} />
      {children}
    </div>
  )
}

export const Divider = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('divider', className)} />
)

function TimeButton(props: { query: SpacesQuery; hasResults: boolean; onApply: ChangeTime }) {
  const { query, hasResults, onApply } = props
  const sheet = useLayer('when')
  // Closes the sheet of the home page as soon as Explore starts to load the results.
  const isOpen = useNavigation().state === 'idle' && sheet.isOpen
  const time = formatTime(query)
  const people = query.guests && formatPeople(query.guests)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={sheet.open}>
        <CalendarClock aria-hidden className="size-5 shrink-0 text-ink-faint" />
        <span>
          {time || 'Any time'}
          <span className={people ? undefined : 'line:sr-only'}>
            {` · ${people || 'any number of people'}`}
          </span>
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <SearchSheet
            query={query}
            hasResults={hasResults}
            // Replaces the sheet's history entry, so that Back returns to the earlier results.
            onApply={(time) => onApply(time, { replace: true })}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </>
  )
}
