import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type * as gazetteerModule from '@hourspace/domain/gazetteer.ts'
import type { City } from '@hourspace/domain/gazetteer.ts'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DraftForm, fieldOf } from './draft-field.tsx'
import type { ListingDraft } from './listing-draft.ts'
import { countryNames, offsetOf, suggestTimeZone, zoneNamed } from './suggestions.ts'

const PinField = lazy(() => import('./pin-field.tsx'))

type Gazetteer = typeof gazetteerModule

/** Loads the cities when the user begins the form. Without them, the fields accept any text. */
function useGazetteer(): Gazetteer | undefined {
  const [gazetteer, setGazetteer] = useState<Gazetteer>()
  useEffect(() => {
    const load = () => void import('@hourspace/domain/gazetteer.ts').then(setGazetteer, () => {})
    addEventListener('focusin', load, { once: true })
    return () => removeEventListener('focusin', load)
  }, [])
  return gazetteer
}

/**
 * Choosing a city sets country, time zone and the first pin. Suggests a time zone for other cities
 * until the host chooses one.
 */
export function PlaceFields({ form }: { form: DraftForm }) {
  const { draft, onChange } = form
  const gazetteer = useGazetteer()
  const countries = useMemo(() => countryNames(), [])
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const offsets = useMemo(() => zones.map((zone) => [zone, offsetOf(zone)] as const), [zones])
  const [isZoneChosen, setZoneChosen] = useState(Boolean(draft.time_zone))
  const typed = draft.location ?? ''
  const suggested = useMemo(
    () =>
      gazetteer
        ? gazetteer.suggestCities(typed).map((city) => [labelOf(city, gazetteer), city] as const)
        : [],
    [gazetteer, typed],
  )

  function changePlace(change: Partial<Pick<ListingDraft, 'location' | 'country'>>) {
    const place = { ...draft, ...change }
    const suggestion = isZoneChosen ? null : suggestTimeZone(place.location, place.country, zones)
    onChange(suggestion ? { ...change, time_zone: suggestion } : change)
  }

  function typeLocation(location: string) {
    const chosen = suggested.find(([label]) => label === location)?.[1]
    if (chosen) chooseCity(chosen)
    else changePlace({ location })
  }

  /** Sets what is known about a city, except a time zone that the host has chosen. */
  function chooseCity({ name, countryCode, timeZone, latitude, longitude }: City) {
    onChange({
      location: name,
      country: gazetteer?.countryName(countryCode) ?? draft.country ?? '',
      ...(!isZoneChosen && { time_zone: timeZone }),
      point: { latitude, longitude },
    })
  }

  /** Looks a typed city up. Several cities with the same name leave the choice to the host. */
  function lookUp() {
    const cities = gazetteer?.citiesNamed(typed, draft.country) ?? []
    const [city] = cities
    if (city && (cities.length === 1 || isMostLikely(cities))) {
      const isSame = draft.point && gazetteer && gazetteer.metersBetween(draft.point, city) < 60_000
      if (!isSame || !draft.country) chooseCity(city)
    } else if (draft.point && typed !== '') onChange({ point: null })
  }

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PlainInput
        {...fieldOf(form, 'location')}
        label="Location"
        description="The city the space is in"
        autoComplete="off"
        list="cities"
        onValue={typeLocation}
        onBlur={lookUp}
      />
      <datalist id="cities">
        {suggested.map(([label]) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <PlainInput
        {...fieldOf(form, 'country')}
        label="Country"
        autoComplete="off"
        list="countries"
        onValue={(country) => changePlace({ country })}
        onBlur={lookUp}
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
      <PlainInput
        {...fieldOf(form, 'street_address')}
        label="Street address"
        description="Only guests who have booked see it. Everyone else sees a circle on the map."
        autoComplete="off"
        maxLength={300}
        isOptional
        className="sm:col-span-2"
      />
      <PlainInput
        {...fieldOf(form, 'neighborhood')}
        label="Neighborhood"
        placeholder="Kreuzberg"
        autoComplete="off"
        maxLength={120}
        isOptional
        className="sm:col-span-2"
      />
      {draft.point && (
        <Suspense fallback={<Skeleton className="h-80 rounded-card sm:col-span-2" />}>
          <PinField
            point={draft.point}
            onChange={(point) => onChange({ point })}
            className="sm:col-span-2"
          />
        </Suspense>
      )}
    </div>
  )
}

/** Returns a city as suggested: with its province, if another city has the same name. */
function labelOf({ name, province, countryCode }: City, gazetteer: Gazetteer): string {
  const country = gazetteer.countryName(countryCode)
  const isAmbiguous = gazetteer.citiesNamed(name, country).length > 1
  return [name, isAmbiguous && province, name !== country && country].filter(Boolean).join(', ')
}

/** Returns whether the largest of several cities is five times as large as the next one. */
function isMostLikely([first, second]: readonly City[]): boolean {
  return !first || !second || first.population > 5 * second.population
}
