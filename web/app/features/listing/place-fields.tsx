import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type * as gazetteerModule from '@hourspace/domain/gazetteer.ts'
import type { City } from '@hourspace/domain/gazetteer.ts'
import { lazy } from '#web/lib/lazy.ts'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DraftForm, fieldOf } from './draft-field.tsx'
import type { ListingDraft } from './listing-draft.ts'
import { countryNames } from './suggestions.ts'
import { ZoneField } from './zone-field.tsx'

const PinField = lazy(() => import('./pin-field.tsx'))

type Gazetteer = typeof gazetteerModule

/**
 * Loads the list of cities when the host first focuses a field. Until it has loaded, the location
 * field suggests no cities.
 */
function useGazetteer(onLoaded: (gazetteer: Gazetteer) => void): Gazetteer | undefined {
  const [gazetteer, setGazetteer] = useState<Gazetteer>()
  const loaded = useEffectEvent(onLoaded)
  useEffect(() => {
    const receive = (module: Gazetteer) => {
      setGazetteer(module)
      loaded(module)
    }
    const load = () => void import('@hourspace/domain/gazetteer.ts').then(receive, () => {})
    addEventListener('focusin', load, { once: true })
    return () => removeEventListener('focusin', load)
  }, [])
  return gazetteer
}

/**
 * State of the fields for city and country. Choosing or typing a known city fills in the country,
 * time zone and map pin.
 */
function usePlace({ draft, onChange }: DraftForm) {
  const gazetteer = useGazetteer((loaded) => {
    // Looks up the city now if the host left the fields before the list of cities was loaded.
    if (!document.activeElement?.matches('[name=location], [name=country]')) lookUp(loaded)
  })
  const { location: typed = '', country = '' } = draft
  const [isZoneAsked, setZoneAsked] = useState(typed !== '' && !draft.time_zone)
  const [isZoneChosen, setZoneChosen] = useState(false)
  /** City and country of the last lookup. */
  const lookedUp = useRef(`${typed}, ${country}`)
  const suggested = useMemo(
    () =>
      gazetteer
        ? gazetteer.suggestCities(typed).map((city) => [labelOf(city, gazetteer), city] as const)
        : [],
    [gazetteer, typed],
  )

  function changePlace(change: Partial<Pick<ListingDraft, 'location' | 'country'>>) {
    const place = { location: typed, country, ...change }
    if (change.location !== undefined) setZoneChosen(false)
    else if (isZoneChosen) return onChange(change)
    onChange({
      ...change,
      ...(gazetteer && { time_zone: gazetteer.timeZoneOf(place.location, place.country) ?? '' }),
    })
  }

  function typeLocation(location: string) {
    const chosen = suggested.find(([label]) => label === location)?.[1]
    if (chosen && gazetteer) chooseCity(chosen, gazetteer)
    else changePlace({ location })
  }

  /** Fills in the country, time zone and map pin of the chosen city. */
  function chooseCity(city: City, { countryName }: Gazetteer) {
    const { name, timeZone, latitude, longitude } = city
    const land = countryName(city.countryCode)
    lookedUp.current = `${name}, ${land}`
    setZoneAsked(false)
    setZoneChosen(false)
    onChange({
      location: name,
      country: land,
      time_zone: timeZone,
      point: { latitude, longitude },
    })
    // If the country field already has the focus, selects its text, so that typing replaces it.
    requestAnimationFrame(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement && field.name === 'country') field.select()
    })
  }

  /**
   * Looks up a typed city and fills in its details. For an unknown or ambiguous city, fills in at
   * most the time zone and removes the pin.
   */
  function lookUp(known = gazetteer) {
    const place = `${typed}, ${country}`
    if (place === lookedUp.current) return
    const isComplete = typed !== '' && country !== ''
    if (!known) return setZoneAsked(isComplete)
    lookedUp.current = place
    const city = known.likelyCity(typed, country)
    if (city) return chooseCity(city, known)
    const zone = isZoneChosen ? draft.time_zone : known.timeZoneOf(typed, country)
    setZoneAsked(isZoneChosen || (!zone && isComplete))
    onChange({ ...(zone && { time_zone: zone }), point: null })
  }

  return {
    cityLabels: suggested.map(([label]) => label),
    isZoneAsked,
    setZoneAsked,
    setZoneChosen,
    changePlace,
    typeLocation,
    lookUp: () => lookUp(),
  }
}

/** Fields for city, country, time zone, address and map pin. */
export function PlaceFields({ form }: { form: DraftForm }) {
  const { draft, onChange } = form
  const place = usePlace(form)
  const countries = useMemo(() => countryNames(), [])
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PlainInput
        {...fieldOf(form, 'location')}
        label="Location"
        description="The city the space is in"
        autoComplete="off"
        list="cities"
        onValue={place.typeLocation}
        onBlur={place.lookUp}
      />
      <datalist id="cities">
        {place.cityLabels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <PlainInput
        {...fieldOf(form, 'country')}
        label="Country"
        autoComplete="off"
        list="countries"
        onValue={(country) => place.changePlace({ country })}
        onBlur={place.lookUp}
      />
      <datalist id="countries">
        {countries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <ZoneField
        form={form}
        isAsked={place.isZoneAsked}
        onAsk={() => place.setZoneAsked(true)}
        onChosen={() => {
          place.setZoneAsked(true)
          place.setZoneChosen(true)
        }}
      />
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

/** Returns the suggestion for a city. Adds the province if several cities have the same name. */
function labelOf({ name, province, countryCode }: City, gazetteer: Gazetteer): string {
  const country = gazetteer.countryName(countryCode)
  const isAmbiguous = gazetteer.citiesNamed(name, country).length > 1
  return [name, isAmbiguous && province, name !== country && country].filter(Boolean).join(', ')
}
