import { useMemo, useState } from 'react'
import { isTimeZone } from '@hourspace/domain/slots.ts'
import { zoneCity } from '#web/lib/times.ts'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { type DraftForm, fieldOf } from './draft-field.tsx'
import { offsetOf, zoneNamed } from './suggestions.ts'

/** Time zone of the space. Shown as text if city and country determine it, otherwise as a field. */
export function ZoneField(props: {
  form: DraftForm
  /**
   * `isAsked` shows the field, because city and country do not determine the time zone or the host
   * wants to change it.
   */
  isAsked: boolean
  onAsk: () => void
  onChosen: () => void
}) {
  const { form, isAsked, onAsk, onChosen } = props
  const zone = form.draft.time_zone ?? ''
  const [isChanging, setChanging] = useState(false)
  if (isAsked || form.errors.time_zone)
    return <ZoneInput form={form} takesFocus={isChanging} onChosen={onChosen} />

  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-3 text-sm sm:col-span-2">
      <p aria-live="polite" className="min-w-0">
        <span className="font-semibold">Time zone: </span>
        {isTimeZone(zone) ? (
          <>
            {zoneCity(zone)} time{' '}
            <span className="text-ink-soft">{`(${zone}, ${offsetOf(zone)})`}</span>
          </>
        ) : (
          <span className="text-ink-soft">set from the city</span>
        )}
      </p>
      {zone !== '' && (
        <button
          type="button"
          aria-label="Change the time zone"
          onClick={() => {
            setChanging(true)
            onAsk()
          }}
          className="text-link"
        >
          Change
        </button>
      )}
    </div>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function ZoneInput(props: { form: DraftForm; takesFocus: boolean; onChosen: () => void }) {
  const { form, takesFocus, onChosen } = props
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const offsets = useMemo(() => zones.map((zone) => [zone, offsetOf(zone)] as const), [zones])
  return (
    <>
      <PlainInput
        {...fieldOf(form, 'time_zone')}
        {...(takesFocus && { ref: focus })}
        label="Time zone"
        description={
          takesFocus
            ? 'Opening hours, slots and dates use this time zone'
            : 'This place may have several. Opening hours, slots and dates use the one you choose.'
        }
        placeholder="Asia/Tokyo"
        autoComplete="off"
        list="time-zones"
        className="sm:col-span-2"
        onValue={(text) => {
          onChosen()
          form.onChange({ time_zone: zoneNamed(text, zones) })
        }}
      />
      <datalist id="time-zones">
        {offsets.map(([zone, offset]) => (
          <option key={zone} value={zone}>
            {offset}
          </option>
        ))}
      </datalist>
    </>
  )
}
