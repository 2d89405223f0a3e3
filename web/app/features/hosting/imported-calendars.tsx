import { useMutation } from '@tanstack/react-query'
import {
  CalendarPlus,
  CalendarSync as CalendarIcon,
  Plus,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { checkCalendar, removeCalendar, type ImportedCalendar } from '#web/data/calendars.ts'
import { agoText } from '#web/lib/ago-text.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { AddCalendarForm } from './add-calendar-form.tsx'

export function ImportedCalendars(props: {
  spaceId: string
  calendars: readonly ImportedCalendar[]
  now: Date
  onChange: () => Promise<void>
}) {
  const { spaceId, calendars, now, onChange } = props
  const [isAdding, setAdding] = useState(false)
  const isFormShown = isAdding || calendars.length === 0
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex max-w-prose flex-col gap-1">
          <h2 className="text-xl">Import other calendars</h2>
          <p className="text-ink-soft">
            Events in these calendars block the space, so guests can’t book those times. We read
            each calendar about every 15 minutes, and again before a guest pays.
          </p>
        </div>
        {!isFormShown && (
          <Button size="small" variant="secondary" onPress={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            Add calendar
          </Button>
        )}
      </div>
      {calendars.length > 0 && (
        <ul aria-label="Imported calendars" className="flex flex-col divide-y divide-line">
          {calendars.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} now={now} onChange={onChange} />
          ))}
        </ul>
      )}
      {isFormShown && (
        <AddCalendarForm
          spaceId={spaceId}
          onAdded={async () => {
            await onChange()
            setAdding(false)
          }}
          {...(calendars.length > 0 && { onCancel: () => setAdding(false) })}
        />
      )}
      {calendars.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-ink-faint">
          <CalendarPlus aria-hidden className="size-4 shrink-0" />
          No calendar is imported yet.
        </p>
      )}
    </Card>
  )
}

function CalendarRow(props: {
  calendar: ImportedCalendar
  now: Date
  onChange: () => Promise<void>
}) {
  const { calendar, now, onChange } = props
  const { id, name, url, checked_at, last_error, events } = calendar
  const [isRemoving, setRemoving] = useState(false)
  const check = useMutation({
    mutationFn: () => checkCalendar(id),
    onSettled: onChange,
  })
  const remove = useMutation({
    mutationFn: () => removeCalendar(id),
    onSuccess: async () => {
      await onChange()
      showToast({ title: `${name} was removed`, tone: 'success' })
    },
  })
  // If the server fails to read the calendar, it stores the error as `last_error`, which is shown
  // below. Other errors, such as a rate limit, are shown only here.
  const checkError = check.error && !last_error ? messageOf(check.error, 'The check failed') : ''
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span
          className={
            last_error
              ? 'inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-caution-soft text-caution-ink'
              : 'inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink'
          }
        >
          {last_error ? (
            <TriangleAlert aria-hidden className="size-5" />
          ) : (
            <CalendarIcon aria-hidden className="size-5" />
          )}
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-sans text-base font-semibold wrap-anywhere">{name}</h3>
          <p className="text-sm text-ink-soft">
            {last_error ? 'Last read' : 'Checked'} {agoText(new Date(checked_at), now)} ·{' '}
            {events === 1 ? '1 event' : `${events} events`}
          </p>
          <p className="truncate text-sm text-ink-faint">{new URL(url).host}</p>
        </div>
        <div className="flex items-center gap-1">
          <Button
            size="small"
            variant="secondary"
            isPending={check.isPending}
            pendingText="Checking..."
            aria-label={`Check now: ${name}`}
            onPress={() => check.mutate()}
          >
            Check now
          </Button>
          <IconButton icon={Trash2} label={`Remove ${name}`} onPress={() => setRemoving(true)} />
        </div>
      </div>
      {last_error && (
        <Banner tone="caution" title="This calendar can’t be read">
          {feedAdvice(last_error)} Its last known events still block the space.
        </Banner>
      )}
      <AlertText>{checkError}</AlertText>
      <AlertDialog
        isOpen={isRemoving}
        danger
        title={`Remove ${name}?`}
        confirmLabel="Remove calendar"
        dismissLabel="Keep calendar"
        isPending={remove.isPending}
        error={
          remove.error ? messageOf(remove.error, 'The calendar could not be removed') : undefined
        }
        onConfirm={() => remove.mutate()}
        onDismiss={() => setRemoving(false)}
      >
        Its {events === 1 ? 'event' : `${events} events`} no longer block the space, so guests can
        book those times. The calendar itself stays as it is.
      </AlertDialog>
    </li>
  )
}

const advice: Record<string, string> = {
  feed_url_invalid: 'It now redirects to an invalid address. Remove it and add its new link.',
  feed_not_public: 'Its address is not on the public internet. Remove it and add a public link.',
  feed_unreachable:
    'Its server can’t be reached. We try again; check whether the link still works.',
  feed_timeout: 'Its server took too long to answer. We try again.',
  feed_not_found: 'Its link no longer works. Copy the link from the calendar again and add it.',
  feed_forbidden: 'It is no longer shared. Share it, or add its secret address in iCal format.',
  feed_failed: 'Its server answered with an error. We try again.',
  feed_too_large: 'It is larger than 2 MB. Import a calendar with fewer past events.',
  feed_not_calendar: 'Its link leads to a page. Copy the address in iCal format and add it.',
  feed_unreadable: 'One of its events has an invalid time. Correct or delete the event.',
  feed_too_many_events:
    'It has more than 5,000 events in 13 months. Import a calendar with fewer events.',
  feed_too_many_redirects:
    'Its address redirects too often. Copy the link from the calendar again and add it.',
}

/** Returns why an imported calendar cannot be read and what the host can do. */
function feedAdvice(code: string): string {
  return advice[code] ?? 'We try again.'
}
