import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { extraUnits, extraUnitTexts, type ExtraUnit } from '@hourspace/domain/extras.ts'
import { maximumExtras } from '@hourspace/domain/listing.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainInput, PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'
import { type DraftForm, fieldOf } from './draft-field.tsx'
import type { ExtraDraft } from './listing-draft.ts'
import { RemoveRowButton } from './remove-row-button.tsx'

export function GuestDetails({ form }: { form: DraftForm }) {
  const { draft, errors } = form
  const isFilled = Boolean(
    draft.house_rules || draft.included || draft.arrival_notes || draft.extras?.length,
  )
  const [isOpen, setOpen] = useState(isFilled)
  const hasError = Object.entries(errors).some(
    ([name, error]) => error && /^(extras|house_rules|included|arrival_notes)/.test(name),
  )

  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden">
        <span className="grow">
          <span className="block font-display text-xl font-semibold">Details guests ask for</span>
          <span className="mt-1 block text-sm text-ink-soft">
            Optional. What is included, house rules, arrival and extras.
          </span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="mt-5 flex flex-col gap-5">
        <PlainInput
          {...fieldOf(form, 'included')}
          label="What is included"
          description="Separated by commas"
          placeholder="Cleaning, Coffee and tea"
          autoComplete="off"
          isOptional
        />
        <PlainTextArea
          {...fieldOf(form, 'house_rules')}
          label="House rules"
          description="Noise, food, smoking, pets, cleaning up"
          rows={4}
          maxLength={2000}
          dir="auto"
          isOptional
        />
        <PlainTextArea
          {...fieldOf(form, 'arrival_notes')}
          label="Arrival notes"
          description="Door, key, parking, Wi-Fi. Guests see them from 24 hours before the start."
          rows={4}
          maxLength={2000}
          dir="auto"
          isOptional
        />
        <ExtraFields form={form} />
      </div>
    </details>
  )
}

function ExtraFields({ form }: { form: DraftForm }) {
  const { draft, errors, onChange } = form
  const extras = draft.extras ?? []
  const change = (index: number, part: Partial<ExtraDraft>) =>
    onChange({ extras: extras.with(index, { ...extras[index]!, ...part }) })

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Extras with a price</legend>
      {extras.length === 0 && (
        <p className="text-sm text-ink-faint">
          Guests add extras such as a projector or cleaning when they book.
        </p>
      )}
      {extras.length > 0 && (
        <ul className="flex flex-col gap-3">
          {extras.map(({ name, price, unit }, index) => (
            <li
              // Uses the index as key, because extras in the form have no id.
              key={index}
              className="grid items-start gap-3 rounded-control bg-sunken p-3 min-[18rem]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:grid-cols-[minmax(0,1fr)_7rem_9rem_auto]"
            >
              <PlainInput
                name={`extras.${index}.name`}
                label="Name"
                value={name}
                maxLength={80}
                autoComplete="off"
                error={errors[`extras.${index}.name`]}
                onValue={(name) => change(index, { name })}
                className="min-[18rem]:col-span-full sm:col-span-1"
              />
              <PlainInput
                name={`extras.${index}.price`}
                label={`Price (${draft.currency ?? ''})`}
                value={price}
                inputMode="decimal"
                autoComplete="off"
                error={errors[`extras.${index}.price`]}
                onValue={(price) => change(index, { price })}
              />
              <PlainSelect
                name={`extras.${index}.unit`}
                label="Charged"
                value={unit}
                options={extraUnits.map((id) => ({ id, label: extraUnitTexts[id] }))}
                onValue={(unit) => change(index, { unit: unit as ExtraUnit })}
              />
              <RemoveRowButton
                label={`Remove ${name || `extra ${index + 1}`}`}
                onPress={() => onChange({ extras: extras.toSpliced(index, 1) })}
                className="max-[18rem]:justify-self-end min-[18rem]:mt-6.5"
              />
            </li>
          ))}
        </ul>
      )}
      {extras.length < maximumExtras && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onPress={() =>
            onChange({ extras: [...extras, { name: '', price: '', unit: 'booking' }] })
          }
        >
          <Plus aria-hidden className="size-4" />
          Add an extra
        </Button>
      )}
    </fieldset>
  )
}
