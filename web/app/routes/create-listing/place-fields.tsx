import { useMemo, useState } from 'react'
import { DraftField, type DraftForm } from './draft-field.tsx'
import type { ListingDraft } from './listing-draft.ts'
import { countryNames, offsetOf, suggestTimeZone, zoneNamed } from './suggestions.ts'

/**
 * Fields for city, country and time zone. The time zone is suggested until the host chooses one.
 */
export function PlaceFields({ form }: { form: DraftForm }) {
  const { draft, onChange } = form
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const [isZoneChosen, setZoneChosen] = useState(Boolean(draft.time_zone))

  function changePlace(change: Partial<Pick<ListingDraft, 'location' | 'country'>>) {
    const place = { ...draft, ...change }
    const suggestion = isZoneChosen ? null : suggestTimeZone(place.location, place.country, zones)
    onChange(suggestion ? { ...change, time_zone: suggestion } : change)
  }

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <DraftField
        form={form}
        field="location"
        label="Location"
        description="The city the space is in"
        autoComplete="address-level2"
        onText={(location) => changePlace({ location })}
      />
      <DraftField
        form={form}
        field="country"
        label="Country"
        autoComplete="off"
        list="countries"
        onText={(country) => changePlace({ country })}
      />
      <Countries />
      <DraftField
        form={form}
        field="time_zone"
        label="Time zone"
        description="Opening hours, slots and dates use this time zone"
        placeholder="Asia/Tokyo"
        autoComplete="off"
        list="time-zones"
        className="sm:col-span-2"
        onText={(text) => {
          setZoneChosen(text !== '')
          onChange({ time_zone: zoneNamed(text, zones) })
        }}
      />
      <Zones zones={zones} />
    </div>
  )
}

function Countries() {
  const names = useMemo(() => countryNames(), [])
  return (
    <datalist id="countries">
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}

function Zones({ zones }: { zones: readonly string[] }) {
  const choices = useMemo(() => zones.map((zone) => [zone, offsetOf(zone)] as const), [zones])
  return (
    <datalist id="time-zones">
      {choices.map(([zone, offset]) => (
        <option key={zone} value={zone}>
          {offset}
        </option>
      ))}
    </datalist>
  )
}
