import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addCalendar } from '#web/data/calendars.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Form that imports a calendar by its URL. The server reads the calendar before adding it. */
export function AddCalendarForm(props: {
  spaceId: string
  onAdded: () => Promise<void>
  onCancel?: () => void
}) {
  const { spaceId, onAdded, onCancel } = props
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => addCalendar({ spaceId, url, name: name.trim() || nameOf(url) }),
    onSuccess: async ({ events }) => {
      await onAdded()
      setUrl('')
      setName('')
      showToast({
        title: 'Calendar added',
        description: events === 1 ? '1 event was imported.' : `${events} events were imported.`,
        tone: 'success',
      })
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <PlainInput
          label="Calendar address (iCal)"
          name="calendar-url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://…/calendar.ics"
          maxLength={2000}
          value={url}
          onValue={(value) => {
            setUrl(value)
            reset()
          }}
          description="Google Calendar: Settings, your calendar, “Secret address in iCal format”. Outlook: Shared calendars, Publish, “ICS”."
          error={error ? messageOf(error, 'The calendar could not be read') : undefined}
        />
        <PlainInput
          label="Name"
          name="calendar-name"
          isOptional
          autoComplete="off"
          placeholder="Google, Airbnb, …"
          maxLength={80}
          value={name}
          onValue={setName}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isPending} pendingText="Reading the calendar...">
          Add calendar
        </Button>
        {onCancel && (
          <Button variant="quiet" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

/**
 * Returns a default name for an imported calendar: the name of the calendar service, or the host of
 * the URL.
 */
function nameOf(url: string): string {
  const host = /^\w+:\/\/([^/:?#]+)/.exec(url.trim())?.[1]?.toLowerCase() ?? ''
  const services = {
    google: 'Google',
    outlook: 'Outlook',
    office365: 'Outlook',
    icloud: 'iCloud',
    airbnb: 'Airbnb',
  }
  const known = Object.entries(services).find(([part]) => host.includes(part))
  return known?.[1] ?? (host.slice(0, 80) || 'Calendar')
}
