import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { setAvailability } from '#web/data/listings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Opens or closes a host's space for booking; shown as done at once, taken back when refused. */
export default function AvailabilityToggle(props: {
  space: { id: string; title: string; available: boolean }
  onChange: (available: boolean) => void
}) {
  const { space, onChange } = props
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string>()

  async function change(available: boolean) {
    setError(undefined)
    setSaving(true)
    onChange(available)
    try {
      await setAvailability(await browserClient(), space.id, available)
    } catch (reason) {
      onChange(!available)
      setError(messageOf(reason, 'Failed to update availability'))
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="flex flex-col">
      <Switch
        isSelected={space.available}
        // One change at a time: what is taken back must be what was shown before.
        isReadOnly={isSaving}
        onChange={(available) => void change(available)}
        aria-label={`Open for booking: ${space.title}`}
      >
        <span className="text-sm font-semibold">
          {space.available ? 'Open for booking' : 'Closed for booking'}
        </span>
      </Switch>
      <p role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
        {error}
      </p>
    </div>
  )
}
