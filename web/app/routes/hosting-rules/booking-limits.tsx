import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { PlainSelect } from '#web/ui/plain-field.tsx'
import { allHours, hoursText, numberOptions } from './choices.ts'
import type { RulesDraft, SectionProps } from './rules-draft.ts'

const buffers = [0, 15, 30, 45, 60, 75, 90, 105, 120]
const leads = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720]
const horizons = [7, 14, 30, 60, 90, 180, 366]

const bufferText = (minutes: number) => (minutes === 0 ? 'None' : `${minutes} minutes`)
const leadText = (hours: number) =>
  hours === 0 ? 'None' : hours < 48 ? hoursText(hours) : `${hours / 24} days`
const daysText = (days: number) => (days === 366 ? 'A year' : `${days} days`)

/** Adds the stored value to the options of a select, so that the select can show it. */
const including = (values: readonly number[], value: number) =>
  [...new Set([...values, value])].sort((one, other) => one - other)

export function BookingLimits({ draft, errors, change }: SectionProps) {
  const select = (
    name: keyof RulesDraft,
    label: string,
    values: readonly number[],
    text: (value: number) => string,
  ) => (
    <PlainSelect
      name={name}
      label={label}
      value={String(draft[name])}
      options={numberOptions(values, text)}
      error={errors[name]}
      onValue={(value) => change({ [name]: Number(value) })}
    />
  )
  return (
    <FieldSection title="Limits">
      <div className="grid gap-5 sm:grid-cols-2">
        {select('minimum_hours', 'Shortest booking', allHours, hoursText)}
        {select('maximum_hours', 'Longest booking', allHours, hoursText)}
        {select('buffer_minutes', 'Time between bookings', buffers, bufferText)}
        {select('lead_hours', 'Minimum notice', including(leads, draft.lead_hours), leadText)}
        {select(
          'horizon_days',
          'How far ahead guests can book',
          including(horizons, draft.horizon_days),
          daysText,
        )}
      </div>
    </FieldSection>
  )
}
