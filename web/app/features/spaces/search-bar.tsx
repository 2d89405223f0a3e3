import { CalendarClock } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazy } from '#web/lib/lazy.ts'
import type { SpacesQuery, TimeQuery } from '#web/lib/paths.ts'
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
   * `onSheet` is called when the search sheet of a phone is submitted. By default, `onTime` is
   * called.
   */
  onSheet?: ((time: TimeQuery) => unknown) | undefined
  children?: ReactNode
}

/** Search fields for place or text, time and number of people. Must be inside a form. */
export function SearchBar(props: SearchBarProps) {
  const { label, placeholder, text, onText, onPick, query, onTime, onSheet, children } = props
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-1.5 shadow-raised lg:flex-row lg:items-center lg:has-data-row:flex-wrap xl:flex-wrap">
      <SearchText
        label={label}
        placeholder={placeholder}
        value={text}
        query={query}
        onChange={onText}
        onPick={onPick}
        className="grow lg:basis-56"
      />
      <Divider />
      <TimeFields
        query={query}
        onChange={onTime}
        className="segments grid grid-cols-4 gap-2 max-md:hidden max-md:noscript:grid max-md:noscript:grid-cols-2 lg:grid-cols-[8.5rem_7.5rem_7.75rem_4.75rem]"
      />
      <TimeButton query={query} onApply={onSheet ?? onTime} />
      {children}
    </div>
  )
}

export const Divider = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={cx('mx-2 my-1 h-px shrink-0 bg-line lg:mx-1 lg:my-0 lg:h-8 lg:w-px', className)}
  />
)

function TimeButton(props: { query: SpacesQuery; onApply: (time: TimeQuery) => unknown }) {
  const { query, onApply } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const time = formatTime(query)
  const people = query.guests && formatPeople(query.guests)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-3 rounded-control px-3.5 text-left hover:bg-sunken md:hidden noscript:hidden"
      >
        <CalendarClock aria-hidden className="size-5 shrink-0 text-ink-faint" />
        <span>
          {time || 'Any time'} · {people || 'any number of people'}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <SearchSheet
            query={query}
            onApply={onApply}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
