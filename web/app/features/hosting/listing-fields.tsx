import { parseAmenities } from '#domain/listing.ts'
import { currencies, decimalsOf, isCurrency } from '#domain/money.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FieldSection } from './field-section.tsx'
import type { ListingDraft, ListingErrors } from './listing-draft.ts'
import { PlaceFields } from './place-fields.tsx'
import { PolicyChoice } from './policy-choice.tsx'

/** Every field of a listing but its pictures. */
export function ListingFields(props: {
  draft: ListingDraft
  errors: ListingErrors
  types: readonly SpaceType[]
  onChange: (change: Partial<ListingDraft>) => void
}) {
  const { draft, errors, types, onChange } = props
  const isWhole = isCurrency(draft.currency) && decimalsOf(draft.currency) === 0
  const amenities = parseAmenities(draft.amenities)
  const common = { isRequired: true, validationBehavior: 'aria' } as const

  return (
    <>
      <FieldSection title="The space">
        <div data-field="title">
          <TextField
            {...common}
            label="Title"
            value={draft.title}
            onChange={(title) => onChange({ title })}
            errorMessage={errors.title}
            maxLength={120}
          />
        </div>
        <div data-field="description">
          <TextArea
            {...common}
            label="Description"
            description="Light, sound, furniture, how to get in: what a guest wants to know"
            value={draft.description}
            onChange={(description) => onChange({ description })}
            errorMessage={errors.description}
            maxLength={5000}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <div data-field="type">
            <Select
              label="Space type"
              options={types.map(({ name, label }) => ({ id: name, label }))}
              value={draft.type || null}
              onChange={(type) => onChange({ type })}
              errorMessage={errors.type}
              isRequired
            />
          </div>
          <div data-field="capacity">
            <NumberField
              {...common}
              label="Capacity"
              description="How many people fit in"
              minValue={1}
              step={1}
              stepper
              value={draft.capacity}
              onChange={(capacity) => onChange({ capacity })}
              errorMessage={errors.capacity}
            />
          </div>
        </div>
        <div data-field="amenities" className="flex flex-col gap-2.5">
          <TextField
            {...common}
            label="Amenities"
            description="Separated by commas"
            placeholder="Wi-Fi, Projector, Kitchen"
            value={draft.amenities}
            onChange={(text) => onChange({ amenities: text })}
            errorMessage={errors.amenities}
          />
          {amenities.length > 0 && (
            <ul aria-label="Amenities as guests see them" className="flex flex-wrap gap-2">
              {amenities.map((amenity) => (
                <li key={amenity} className="rounded-full bg-sunken px-3 py-1 text-sm">
                  {amenity}
                </li>
              ))}
            </ul>
          )}
        </div>
      </FieldSection>

      <FieldSection title="Where it is">
        <PlaceFields draft={draft} errors={errors} onChange={onChange} />
      </FieldSection>

      <FieldSection
        title="Price and policy"
        hint="You receive 90% of the rental. Guests pay a platform fee on top of it."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <div data-field="price">
            <NumberField
              {...common}
              label="Price per hour"
              minValue={0}
              step={isWhole ? 1 : 0.01}
              formatOptions={{ maximumFractionDigits: isWhole ? 0 : 2 }}
              value={draft.price}
              onChange={(price) => onChange({ price })}
              errorMessage={errors.price}
            />
          </div>
          <div data-field="currency">
            <Select
              label="Currency"
              options={currencies.map((currency) => ({ id: currency, label: currency }))}
              value={draft.currency}
              onChange={(currency) => onChange({ currency })}
              errorMessage={errors.currency}
              isRequired
            />
          </div>
        </div>
        <PolicyChoice
          value={draft.cancellation_policy}
          onChange={(policy) => onChange({ cancellation_policy: policy })}
        />
      </FieldSection>
    </>
  )
}
