import { useMemo, useState } from 'react'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { type DraftForm, fieldOf } from './draft-field.tsx'
import type { ListingDraft } from './listing-draft.ts'
import { countryNames, offsetOf, suggestTimeZone, zoneNamed } from './suggestions.ts'

/** Suggests a time zone for the city and country until the host chooses a time zone. */
export function PlaceFields({ form }: { form: DraftForm }) {
  const { draft, onChange } = form
  const countries = useMemo(() => countryNames(), [])
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const offsets = useMemo(() => zones.map((zone) => [zone, offsetOf(zone)] as const), [zones])
  const [isZoneChosen, setZoneChosen] = useState(Boolean(draft.time_zone))

  function changePlace(change: Partial<Pick<ListingDraft, 'location' | 'country'>>) {
    const place = { ...draft, ...change }
    const suggestion = isZoneChosen ? null : suggestTimeZone(place.location, place.country, zones)
    onChange(suggestion ? { ...change, time_zone: suggestion } : change)
  }

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PlainInput
        {...fieldOf(form, 'location')}
        label="Location"
        description="The city the space is in"
        autoComplete="address-level2"
        onValue={(location) => changePlace({ location })}
      />
      <PlainInput
        {...fieldOf(form, 'country')}
        label="Country"
        autoComplete="off"
        list="countries"
        onValue={(country) => changePlace({ country })}
      />
      <datalist id="countries">
        {countries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <PlainInput
        {...fieldOf(form, 'time_zone')}
        label="Time zone"
        description="Opening hours, slots and dates use this time zone"
        placeholder="Asia/Tokyo"
        autoComplete="off"
        list="time-zones"
        className="sm:col-span-2"
        onValue={(text) => {
          setZoneChosen(text !== '')
          onChange({ time_zone: zoneNamed(text, zones) })
        }}
      />
      <datalist id="time-zones">
        {offsets.map(([zone, offset]) => (
          <option key={zone} value={zone}>
            {offset}
          </option>
        ))}
      </datalist>
    </div>
  )
}
