import { FieldSection } from '#web/features/listing/draft-field.tsx'
import type { SectionProps } from './rules-draft.ts'

const bookingModes = [
  {
    id: 'instant',
    name: 'Instantly',
    hint: 'Guests book an open time by paying. You don’t need to accept.',
  },
  {
    id: 'request',
    name: 'On request',
    hint: 'You accept or decline within 24 hours. The time is kept and the card authorized until then.',
  },
] as const

export function BookingMode({ draft, change }: Omit<SectionProps, 'errors'>) {
  return (
    <FieldSection title="How guests book">
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">How guests book</legend>
        {bookingModes.map(({ id, name, hint }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              name="booking_mode"
              value={id}
              checked={draft.booking_mode === id}
              onChange={() => change({ booking_mode: id })}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="font-semibold">
              {name}
              <span className="block text-sm font-normal text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.booking_mode === 'instant' && (
        <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="checkbox"
            name="instant_needs_verified"
            checked={draft.instant_needs_verified}
            onChange={(event) => change({ instant_needs_verified: event.currentTarget.checked })}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span>
            Only guests with a confirmed email address and phone number book instantly
            <span className="block text-sm text-ink-soft">Other guests send a request.</span>
          </span>
        </label>
      )}
    </FieldSection>
  )
}
