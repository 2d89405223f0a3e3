import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { cancellationPolicies, cancellationPolicyNames } from '@hourspace/domain/cancellation.ts'
import { currencies, isCurrency } from '@hourspace/domain/money.ts'
import { browserClient } from '#web/data/browser-client.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceFacets } from '#web/data/spaces.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles, inputStyles } from '#web/ui/field-styles.ts'
import { chipStyles } from '#web/ui/filter-chips.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { instantLabel, policyLabels } from './active-filters.ts'
import type { FilterFields } from './filter-bar.tsx'
import { formatHours, shownCount } from './format-search.ts'
import { isListed, toggled } from './space-query.ts'
import { useViewerCurrency } from './viewer-currency.ts'

type FilterDrawerProps = {
  query: SpacesQuery
  facets: SpaceFacets
  filterOf: (query: SpacesQuery) => SpaceFilter
  fields: FilterFields | undefined
  onApply: (part: SpacesQuery) => unknown
  onClose: () => void
}

type Draft = Pick<
  SpacesQuery,
  'location' | 'type' | 'max' | 'currency' | 'amenities' | 'policy' | 'book' | 'rating'
>

const noFilters: Draft = {
  location: undefined,
  type: undefined,
  max: undefined,
  currency: undefined,
  amenities: undefined,
  policy: undefined,
  book: undefined,
  rating: undefined,
}

const ratings = ['3.5', '4', '4.5']

const fewAmenities = 16

/**
 * Drawer with the given fields and the filters for price, rating, instant booking, cancellation and
 * amenities. The list changes only when the user presses 'Show'.
 */
export default function FilterDrawer(props: FilterDrawerProps) {
  const { query, filterOf, fields, onApply, onClose } = props
  const viewers = useViewerCurrency() ?? 'USD'
  const [draft, setDraft] = useState<Draft>(() => ({
    location: query.location,
    type: query.type,
    max: query.max,
    currency: query.currency ?? viewers,
    amenities: query.amenities,
    policy: query.policy,
    book: query.book,
    rating: query.rating,
  }))
  const filter = filterOf({ ...query, ...draft })
  const { facets, isCounting } = useFacets(filter, props.facets)
  const change = (part: Draft) => setDraft((before) => ({ ...before, ...part }))

  return (
    <Modal title="Filters" size="medium" isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-7"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = { ...draft, currency: draft.max ? draft.currency : undefined }
          const names = Object.keys(noFilters) as (keyof Draft)[]
          if (names.every((name) => wanted[name] === query[name])) onClose()
          else onApply(wanted)
        }}
      >
        {fields && (
          <Section title="Location and category">
            <div className="grid gap-3 sm:grid-cols-2">{fields(draft, change)}</div>
          </Section>
        )}
        <PriceField draft={draft} hours={query.hours} onChange={change} />
        <Section title="Rating">
          <div className="flex flex-wrap gap-2">
            {[undefined, ...ratings].map((rating) => (
              <Chip
                key={rating ?? ''}
                isOn={draft.rating === rating}
                onPress={() => change({ rating })}
              >
                {rating ? `${rating} or higher` : 'Any'}
              </Chip>
            ))}
          </div>
        </Section>
        <Section title="Booking">
          <label className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft">
            <input
              type="checkbox"
              checked={draft.book === 'instant'}
              onChange={() => change({ book: draft.book ? undefined : 'instant' })}
              className="mt-1 size-4.5 shrink-0 accent-(--color-accent)"
            />
            <span className="grow font-semibold">
              {instantLabel}
              <span className="block text-sm font-normal text-ink-soft">
                Confirmed as soon as you pay, without waiting for the host.
              </span>
            </span>
          </label>
        </Section>
        <Section title="Cancellation">
          <div className="flex flex-col gap-2">
            {cancellationPolicyNames.map((policy) => (
              <label
                key={policy}
                className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="checkbox"
                  checked={isListed(draft.policy, policy)}
                  onChange={() => change({ policy: toggled(draft.policy, policy) })}
                  className="mt-1 size-4.5 shrink-0 accent-(--color-accent)"
                />
                <span className="grow">
                  <span className="block font-semibold">{policyLabels[policy]}</span>
                  <span className="block text-sm text-ink-soft">
                    {cancellationPolicies[policy].summary}
                  </span>
                </span>
                <Count of={facets.policies} name={policy} />
              </label>
            ))}
          </div>
        </Section>
        <Amenities
          facets={facets}
          chosen={draft.amenities}
          onToggle={(name) => change({ amenities: toggled(draft.amenities, name) })}
        />
        <div className="sticky bottom-0 -mx-6 -mb-6 flex items-center justify-between gap-3 border-t border-line bg-raised px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button
            variant="quiet"
            onPress={() => setDraft({ ...noFilters, currency: draft.currency })}
          >
            Clear all
          </Button>
          <Button type="submit" aria-live="polite">
            {isCounting ? 'Show spaces' : showText(facets.total)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const showText = (total: number) =>
  total === 1 ? 'Show 1 space' : `Show ${shownCount(total)} spaces`

/** Debounce delay in milliseconds before the matching spaces are counted. */
const rest = 200

/**
 * Counts the spaces that match the drawer's filters. Until the first result, returns the counts of
 * the page's list.
 */
function useFacets(filter: SpaceFilter, shown: SpaceFacets) {
  const wanted = JSON.stringify(filter)
  const [counted, setCounted] = useState({ wanted, facets: shown })
  const count = useEffectEvent(async () => {
    const [client, { spaceFacets }] = await Promise.all([
      browserClient(),
      import('#web/data/spaces.ts'),
    ])
    return spaceFacets(client, filter)
  })
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      count()
        .then((facets) => isCurrent && setCounted({ wanted, facets }))
        // Only logs the error, because the filters work without counts.
        .catch((error: unknown) => console.warn('Failed to count spaces', error))
    }, rest)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted])
  return { facets: counted.facets, isCounting: counted.wanted !== wanted }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-display text-lg font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

function Chip(props: { isOn: boolean; onPress: () => void; children: ReactNode }) {
  const { isOn, onPress, children } = props
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress} className={chipStyles(isOn)}>
      {children}
    </button>
  )
}

function Count({ of, name }: { of: SpaceFacets['policies']; name: string }) {
  const count = of.find((facet) => facet.name === name)?.count ?? 0
  return (
    <span className="text-sm text-ink-faint tabular-nums">
      {shownCount(count)}
      <span className="sr-only"> spaces</span>
    </span>
  )
}

function PriceField(props: {
  draft: Draft
  hours: string | undefined
  onChange: (part: Draft) => void
}) {
  const { draft, hours, onChange } = props
  return (
    <Section
      title={hours ? `Price for ${formatHours(hours)}, all in` : 'Price for one hour, all in'}
    >
      <div className="grid grid-cols-[1fr_auto] gap-3 sm:max-w-96">
        <label data-frame className={cx(frameStyles, 'flex items-center')}>
          <span className="shrink-0 pl-3.5 whitespace-nowrap text-ink-faint">Up to</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            maxLength={9}
            aria-label="Maximum price"
            aria-describedby="price-hint"
            value={draft.max ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const max = value.replaceAll(/[^\d.]/g, '')
              onChange({ max: max || undefined })
            }}
            className={cx(inputStyles, 'pl-2!')}
          />
        </label>
        <NativeSelect
          label="Currency of the price"
          options={currencies.map((id) => ({ id, label: id }))}
          value={draft.currency ?? 'USD'}
          onChange={(currency) => isCurrency(currency) && onChange({ currency })}
          className="w-28"
        />
      </div>
      <p id="price-hint" className="text-sm text-ink-faint">
        With the platform fee. Prices in other currencies are compared approximately.
      </p>
    </Section>
  )
}

function Amenities(props: {
  facets: SpaceFacets
  chosen: string | undefined
  onToggle: (name: string) => void
}) {
  const { facets, chosen, onToggle } = props
  const [showsAll, setShowsAll] = useState(false)
  // Keeps the initial order of the amenities when the counts change, so that no chip moves.
  const [order] = useState(() => facets.amenities.map(({ name }) => name))
  const names = [...new Set([...(chosen?.split(',') ?? []), ...order])].sort(
    (a, b) => Number(!order.includes(a)) - Number(!order.includes(b)),
  )
  if (names.length === 0) return null
  const shown = showsAll ? names : names.slice(0, fewAmenities)
  const countOf = (name: string) => facets.amenities.find((facet) => facet.name === name)?.count
  return (
    <Section title="Amenities">
      <div className="flex flex-wrap gap-2">
        {shown.map((name) => {
          const isOn = isListed(chosen, name)
          const count = countOf(name)
          return (
            <Chip key={name} isOn={isOn} onPress={() => onToggle(name)}>
              {name}
              {count !== undefined && (
                <span className={cx('ml-1.5 font-normal', !isOn && 'text-ink-faint')}>
                  {shownCount(count)}
                </span>
              )}
            </Chip>
          )
        })}
      </div>
      {names.length > shown.length && (
        <Button
          variant="quiet"
          size="small"
          className="self-start"
          onPress={() => setShowsAll(true)}
        >
          Show all {names.length} amenities
        </Button>
      )}
    </Section>
  )
}
