import { type KeyboardEvent, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'
import type { SearchSuggestion } from '#web/data/search-suggestions.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { lazy } from '#web/lib/lazy.ts'
import { rememberSearch } from './recent-searches.ts'

export type SuggestionListProps = {
  id: string
  text: string
  /** `query` contains the filters already set. */
  query: SpacesQuery
  /**
   * `keys` is a ref. The list of suggestions stores its keyboard handler in it, and the text field
   * calls this handler.
   */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  /** `onHighlight` receives the id of the highlighted option, and whether there are options. */
  onHighlight: (state: { active: string | undefined; hasOptions: boolean }) => void
  onPick: (suggestion: Picked) => void
  onClose: () => void
}

/**
 * The suggestion or recent search that the user picked. `value` is its text. For the kind
 * 'filters', `query` contains the filters in the text, and the other words of the text as `q`. A
 * recent search without filters has the kind 'place'.
 */
export type Picked =
  Pick<SearchSuggestion, 'kind' | 'value'> | { kind: 'filters'; value: string; query: SpacesQuery }

/**
 * Returns the filters in a search text such as 'loft saturday 2 pm for 12 people', and its other
 * words as `q`; null if it contains no filter.
 */
export async function filtersInText(text: string, query: SpacesQuery): Promise<SpacesQuery | null> {
  try {
    const { typedFilters } = await import('./typed-filters.ts')
    return typedFilters(text, query)
  } catch (error) {
    // Only logs the error, because the text can be searched for as it is.
    console.warn('Failed to load the parser of search texts', error)
    return null
  }
}

const loadList = () => import('./suggestion-list.tsx')
const SuggestionList = lazy(loadList)

type SearchTextProps = {
  label: string
  placeholder: string
  value: string
  query: SpacesQuery
  onChange: (text: string) => void
  onPick: (suggestion: Picked) => void
}

const nothing = { active: undefined, hasOptions: false }

/**
 * Search field with suggestions, as an ARIA combobox. React Aria's ComboBox is unsuitable, because
 * it hides the rest of the page from screen readers while its list is open.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SearchText(props: SearchTextProps) {
  const { label, placeholder, value, query, onChange, onPick } = props
  const list = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  // True while the field contains typed text that the user has not searched for.
  const isTyped = useRef(false)
  const [isOpen, setOpen] = useState(false)
  const [{ active, hasOptions }, setHighlight] =
    useState<Parameters<SuggestionListProps['onHighlight']>[0]>(nothing)

  function close() {
    setOpen(false)
    setHighlight(nothing)
  }

  return (
    <div
      ref={frame}
      className="relative min-w-0"
      onBlur={({ relatedTarget }) => {
        if (frame.current?.contains(relatedTarget)) return
        if (isTyped.current) rememberSearch(value)
        close()
      }}
    >
      <SearchField
        inputRef={input}
        type="text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- In ARIA, an input with suggestions is a combobox.
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        aria-autocomplete="list"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? list : undefined}
        aria-activedescendant={active}
        name="q"
        label={label}
        placeholder={placeholder}
        maxLength={120}
        autoComplete="off"
        value={value}
        onChange={(text) => {
          isTyped.current = true
          onChange(text)
          // Opens the list only if the field has the focus. Text typed before hydration is applied
          // on mount, when the user may have left the field.
          setOpen(document.activeElement === input.current)
        }}
        onFocus={() => void loadList().catch(() => {})}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setOpen(true)
          if (event.key === 'Enter') isTyped.current = false
          keys.current?.(event)
        }}
        className="border-transparent bg-transparent hover:border-transparent"
      />
      {isOpen && (
        <Suspense>
          <SuggestionList
            id={list}
            text={value}
            query={query}
            keys={keys}
            onHighlight={setHighlight}
            onPick={(suggestion) => {
              close()
              isTyped.current = false
              const { kind, value } = suggestion
              if (kind === 'place' || kind === 'filters') rememberSearch(value)
              onPick(suggestion)
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
