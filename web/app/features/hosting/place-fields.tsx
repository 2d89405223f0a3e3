import { useMemo, useState } from 'react'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ListingDraft, ListingErrors } from './listing-draft.ts'
import { countryOptions, timeZoneOptions } from './place-names.ts'
import { suggestTimeZone } from './suggest-time-zone.ts'

/** City, country, and the clock they keep: suggested from the place until the host chooses one. */
export function PlaceFields(props: {
  draft: ListingDraft
  errors: ListingErrors
  onChange: (change: Partial<ListingDraft>) => void
}) {
  const { draft, errors, onChange } = props
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const zoneOptions = useMemo(() => timeZoneOptions(zones), [zones])
  const countries = useMemo(() => countryOptions(), [])
  const [isZoneChosen, setZoneChosen] = useState(draft.time_zone !== '')

  function changePlace(change: Partial<Pick<ListingDraft, 'location' | 'country'>>) {
    const place = { ...draft, ...change }
    const suggestion = isZoneChosen ? null : suggestTimeZone(place.location, place.country, zones)
    onChange(suggestion ? { ...change, time_zone: suggestion } : change)
  }

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div data-field="location">
        <TextField
          label="Location"
          description="The city the space is in"
          autoComplete="address-level2"
          value={draft.location}
          onChange={(location) => changePlace({ location })}
          errorMessage={errors.location}
          isRequired
          validationBehavior="aria"
        />
      </div>
      <div data-field="country">
        <ComboBox
          label="Country"
          options={countries}
          allowsCustomValue
          menuTrigger="input"
          inputValue={draft.country}
          onInputChange={(country) => changePlace({ country })}
          errorMessage={errors.country}
          isRequired
          validationBehavior="aria"
        />
      </div>
      <div data-field="time_zone" className="sm:col-span-2">
        <ComboBox
          label="Time zone"
          description="Opening hours, slots and dates of the space are in this time"
          options={zoneOptions}
          menuTrigger="input"
          selectedKey={draft.time_zone || null}
          onSelectionChange={(key) => {
            setZoneChosen(key !== null)
            onChange({ time_zone: key === null ? '' : String(key) })
          }}
          errorMessage={errors.time_zone}
          isRequired
          validationBehavior="aria"
        />
      </div>
    </div>
  )
}
