import { MapPin } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import type { SpaceLocations } from '#web/data/space-locations.ts'
import { cx } from '#web/ui/cx.ts'
import { frameStyles, inputStyles } from '#web/ui/field-styles.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'

type LocationFieldProps = {
  locations: SpaceLocations
  value: string
  onChange: (location: string) => void
}

const everywhere = 'All Locations'

/**
 * Location filter: a select with all locations, or a search field if there are too many locations.
 */
export function LocationField(props: LocationFieldProps) {
  const { locations, value, onChange } = props
  if (locations.hasMore) return <LocationSearch {...props} />

  // Keeps the location in the URL as an option, even if it has no spaces.
  const isListed = value === '' || locations.names.includes(value)
  const names = isListed ? locations.names : [value, ...locations.names]
  return (
    <NativeSelect
      name="location"
      label="Location"
      options={[
        { id: '', label: everywhere },
        ...names.map((place) => ({ id: place, label: place })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Debounce delay in milliseconds for location suggestions. */
const rest = 200

async function suggest(text: string): Promise<string[]> {
  const [client, { suggestLocations }] = await Promise.all([
    browserClient(),
    import('#web/data/space-locations.ts'),
  ])
  return suggestLocations(client, text)
}

/**
 * Text field with suggested locations. Selecting a suggestion or leaving the field applies the text
 * to the filter.
 */
function LocationSearch({ locations, value, onChange }: LocationFieldProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [names, setNames] = useState<readonly string[]>(locations.names)
  const list = useId()

  // Updates the field's text when the Back button or a link changes the URL.
  if (value !== seen) {
    setSeen(value)
    setText(value)
  }

  useEffect(() => {
    if (text.trim() === '' || text === value) return
    let isCurrent = true
    const timer = setTimeout(() => {
      suggest(text.trim())
        .then((found) => isCurrent && setNames(found))
        // Only logs the error, because the field works without suggestions.
        .catch((error: unknown) => console.warn('Failed to load location suggestions', error))
    }, rest)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, value])

  function type(typed: string) {
    setText(typed)
    if (names.includes(typed)) onChange(typed)
  }

  const apply = () => text.trim() !== value && onChange(text.trim())

  return (
    <div data-frame className={cx(frameStyles, 'flex min-w-0 items-center')}>
      <MapPin aria-hidden className="ml-3.5 hidden size-5 shrink-0 text-ink-faint sm:block" />
      <input
        name="location"
        type="search"
        aria-label="Location"
        placeholder={everywhere}
        list={list}
        maxLength={120}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
        className={cx(inputStyles, 'text-ellipsis')}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
