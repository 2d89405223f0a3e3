import { useState } from 'react'
import { cancellationPolicies, cancellationPolicyNames } from '@hourspace/domain/cancellation.ts'
import { hostSharePercentage } from '@hourspace/domain/fees.ts'
import { parseAmenities } from '@hourspace/domain/listing.ts'
import { currencies, decimalsOf, isCurrency } from '@hourspace/domain/money.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainInput, PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'
import { type DraftForm, fieldOf, FieldSection } from './draft-field.tsx'
import { GuestDetails } from './guest-details.tsx'
import type { ListingDraft } from './listing-draft.ts'
import { PlaceFields } from './place-fields.tsx'
import { PriceHint } from './price-hint.tsx'
import { suggestCurrency } from './suggestions.ts'

/** All fields of the listing form except the pictures. `saved` is null for a new listing. */
export function ListingFields(props: {
  form: DraftForm
  types: readonly SpaceType[]
  saved: { id: string; price: number } | null
}) {
  const { form, types, saved } = props
  const { draft, onChange } = form
  const isWholePrice = isCurrency(draft.currency) && decimalsOf(draft.currency) === 0
  const amenities = parseAmenities(draft.amenities)
  // After a reload, it is unknown whether the host chose the currency. A currency that differs from
  // the suggestion counts as chosen by the host.
  const [isCurrencyChosen, setCurrencyChosen] = useState(
    draft.currency !== suggestCurrency(draft.country),
  )

  function changePlace(change: Partial<ListingDraft>) {
    const country = change.country ?? draft.country
    onChange(isCurrencyChosen ? change : { ...change, currency: suggestCurrency(country) })
  }

  return (
    <>
      <FieldSection title="The space">
        <PlainInput
          {...fieldOf(form, 'title')}
          label="Title"
          maxLength={120}
          dir="auto"
          autoComplete="off"
        />
        <PlainTextArea
          {...fieldOf(form, 'description')}
          label="Description"
          description="Describe the light, sound, furniture and access"
          rows={5}
          maxLength={5000}
          dir="auto"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <PlainSelect
            {...fieldOf(form, 'type')}
            label="Space type"
            options={[
              { id: '', label: 'Choose one' },
              ...types.map(({ name, label }) => ({ id: name, label })),
            ]}
          />
          <PlainInput
            {...fieldOf(form, 'capacity')}
            label="Capacity"
            description="The most people the space can hold"
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <div className="flex flex-col gap-2.5">
          <PlainInput
            {...fieldOf(form, 'amenities')}
            label="Amenities"
            description="Separated by commas"
            placeholder="Wi-Fi, Projector, Kitchen"
            autoComplete="off"
          />
          {amenities.length > 0 && (
            <ul aria-label="Amenities as guests see them" className="flex flex-wrap gap-2">
              {amenities.map((amenity) => (
                <li
                  key={amenity}
                  className="min-w-0 rounded-full bg-sunken px-3 py-1 text-sm wrap-anywhere"
                >
                  {amenity}
                </li>
              ))}
            </ul>
          )}
        </div>
      </FieldSection>

      <FieldSection title="Where it is">
        <PlaceFields form={{ ...form, onChange: changePlace }} />
      </FieldSection>

      <FieldSection
        title="Price and policy"
        hint={`You receive ${hostSharePercentage}% of the rental. Guests pay a platform fee on top of it.`}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <PlainInput
            {...fieldOf(form, 'price')}
            label="Price per hour"
            inputMode={isWholePrice ? 'numeric' : 'decimal'}
            autoComplete="off"
          />
          <PlainSelect
            {...fieldOf(form, 'currency')}
            label="Currency"
            options={currencies.map((currency) => ({ id: currency, label: currency }))}
            onValue={(currency) => {
              setCurrencyChosen(true)
              onChange({ currency })
            }}
          />
        </div>
        <PriceHint draft={draft} saved={saved} />
        <PolicyChoice
          value={draft.cancellation_policy}
          onChange={(policy) => onChange({ cancellation_policy: policy })}
        />
      </FieldSection>

      <GuestDetails form={form} />
    </>
  )
}

function PolicyChoice(props: { value: string | undefined; onChange: (policy: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Cancellation policy</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {cancellationPolicyNames.map((policy) => {
          const isChosen = policy === props.value
          return (
            <label
              key={policy}
              className={cx(
                'relative flex flex-col gap-1 rounded-control border p-4 transition-colors duration-150',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen ? 'border-accent bg-accent-soft' : 'border-control hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="cancellation_policy"
                value={policy}
                checked={isChosen}
                onChange={() => props.onChange(policy)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
              />
              <span className="font-semibold capitalize">{policy}</span>
              <span className="text-sm text-ink-soft">
                {cancellationPolicies[policy].summary}, nothing after that.
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
