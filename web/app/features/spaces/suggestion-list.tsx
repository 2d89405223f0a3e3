import {
  Clock,
  DoorOpen,
  type LucideIcon,
  MapPin,
  Shapes,
  SlidersHorizontal,
  X,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import type { SearchSuggestion } from '#web/data/search-suggestions.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { optionStyles } from '#web/ui/field-styles.ts'
import { activeFilters } from './active-filters.ts'
import { formatHours } from './format-search.ts'
import { forgetSearch, recentSearches } from './recent-searches.ts'
import type { Picked, SuggestionListProps } from './search-text.tsx'
import { typedFilters } from './typed-filters.ts'

/** Debounce delay in milliseconds for search suggestions. */
const rest = 120

const icons: Record<Picked['kind'], LucideIcon> = {
  filters: SlidersHorizontal,
  place: MapPin,
  type: Shapes,
  space: DoorOpen,
}

async function suggest(text: string): Promise<SearchSuggestion[]> {
  const [client, { searchSuggestions }] = await Promise.all([
    browserClient(),
    import('#web/data/search-suggestions.ts'),
  ])
  return searchSuggestions(client, text)
}

function useSuggestions(text: string): SearchSuggestion[] {
  const [found, setFound] = useState<SearchSuggestion[]>([])
  useEffect(() => {
    if (!text) return
    let isCurrent = true
    const timer = setTimeout(() => {
      suggest(text)
        .then((suggestions) => isCurrent && setFound(suggestions))
        // Only logs the error, because the search works without suggestions.
        .catch((error: unknown) => console.warn('Failed to load search suggestions', error))
    }, rest)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return text ? found : []
}

type Option = Picked & { label: string; detail: string; isRecent?: boolean }

/**
 * Returns an option that searches with the filters recognized in the text, or none if the text
 * contains no filters.
 */
function filterOptions(text: string, chosen: SpacesQuery): Option[] {
  const query = typedFilters(text, chosen)
  if (!query) return []
  const { q, ...filters } = query
  // The no-break spaces keep each filter on one line.
  const labels = activeFilters(filters, []).map(({ label }) => label.replaceAll(' ', '\u00a0'))
  const hours = filters.hours ?? chosen.hours
  const price = `, price for ${hours ? formatHours(hours) : 'one hour'}, all in`
  return [
    {
      kind: 'filters',
      value: text,
      query,
      label: [q, ...labels].filter(Boolean).join(' · '),
      detail: `Search with these filters${filters.max ? price : ''}`,
    },
  ]
}

/** Returns the option that repeats a recent search and sets the filters that its text contains. */
export function recentOption(value: string, chosen: SpacesQuery): Option {
  const query = typedFilters(value, chosen)
  const option = { label: value, detail: 'Recent search', value, isRecent: true }
  return query ? { ...option, kind: 'filters', query } : { ...option, kind: 'place' }
}

/**
 * Options of the search field. If the field is empty, the options are recent searches, otherwise
 * suggestions.
 */
export default function SuggestionList(props: SuggestionListProps) {
  const { id, keys, onHighlight, onPick, onClose } = props
  const text = props.text.trim()
  const [recent, setRecent] = useState(recentSearches)
  const suggestions = useSuggestions(text)
  const [highlighted, setHighlighted] = useState<Option>()

  const options: Option[] = text
    ? [...filterOptions(text, props.query), ...suggestions]
    : recent.map((value) => recentOption(value, props.query))
  // Finds the highlighted option by its value, because it moves or disappears when the suggestions
  // for the text arrive.
  const at = options.findIndex(
    ({ kind, value }) => kind === highlighted?.kind && value === highlighted.value,
  )
  const idOf = (index: number) => `${id}-${index}`
  const active = at >= 0 ? idOf(at) : undefined
  const hasOptions = options.length > 0

  const report = useEffectEvent(onHighlight)
  useEffect(() => report({ active, hasOptions }), [active, hasOptions])
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const [shownText, setShownText] = useState(text)
  if (text !== shownText) {
    setShownText(text)
    setHighlighted(undefined)
  }

  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const option = options[at]
    if (event.key === 'Escape' && hasOptions) {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter') {
      if (!option) return onClose()
      event.preventDefault()
      onPick(option)
    } else if (event.key === 'Delete' && option?.isRecent) {
      event.preventDefault()
      setRecent(forgetSearch(option.label))
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && hasOptions) {
      event.preventDefault()
      // The index -1 means that no option is highlighted.
      const step = event.key === 'ArrowDown' ? 1 : -1
      const places = options.length + 1
      setHighlighted(options[((at + 1 + step + places) % places) - 1])
    }
  })

  if (!hasOptions) return null
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-3 rounded-card border border-line bg-raised p-1.5 shadow-floating md:min-w-96">
      {!text && (
        <p className="px-3 pt-1.5 pb-1 text-xs font-semibold text-ink-faint">Recent searches</p>
      )}
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A datalist cannot be styled.
        role="listbox"
        aria-label={text ? 'Suggestions' : 'Recent searches'}
        className="max-h-[min(26rem,50vh)] overflow-auto"
      >
        {options.map((option, index) => {
          const Icon = option.isRecent ? Clock : icons[option.kind]
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The text field keeps the focus and handles the keys.
            <div
              key={idOf(index)}
              id={idOf(index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An option element cannot be styled.
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              data-focused={index === at || undefined}
              onPointerMove={() => index !== at && setHighlighted(option)}
              // Keeps the focus in the text field when an option is pressed.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(option)}
              className={cx(optionStyles, 'min-h-12 py-1')}
            >
              <Icon aria-hidden className="size-5 shrink-0 text-ink-faint" />
              <span className="min-w-0 grow">
                <span className={cx('block', option.kind !== 'filters' && 'truncate')}>
                  {option.label}
                </span>
                <span className={cx('block text-xs text-ink-faint', option.isRecent && 'sr-only')}>
                  {option.detail}
                </span>
              </span>
              {option.isRecent && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  title="Remove"
                  onClick={(event) => {
                    event.stopPropagation()
                    setRecent(forgetSearch(option.label))
                  }}
                  className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-small text-ink-faint hover:text-ink"
                >
                  <X className="size-4" />
                </button>
              )}
            </div>
          )
        })}
      </div>
      {!text && (
        <p className="px-3 pt-1 pb-1.5 text-xs text-ink-faint max-sm:hidden">
          Delete removes the highlighted search.
        </p>
      )}
    </div>
  )
}
