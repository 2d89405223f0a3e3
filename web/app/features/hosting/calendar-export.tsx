import { company } from '@hourspace/domain/company.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { calendarState, renewCalendarLink } from '#web/data/calendars.ts'
import { isUnreachable, messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function CalendarExport(props: {
  userId: string | undefined
  spaceId: string
  token: string | null
}) {
  const { userId, spaceId, token } = props
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const { queryKey } = calendarState(userId, spaceId)
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (_replaced: string | null) => renewCalendarLink(spaceId),
    onSuccess: (newToken) => {
      // Shows the new link even if the refetch of the calendars fails: the old link is dead.
      queryClient.setQueryData(queryKey, (state) => state && { ...state, token: newToken })
      setAsking(false)
      showToast({
        title: token ? 'The old link no longer works' : 'Link created',
        description: 'Copy the new link into your other calendars.',
        tone: 'success',
      })
    },
    // Also refetches after an error, because the server may have replaced the link although its
    // response was lost.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const url = token && `${location.origin}${paths.calendarFeed(token)}`
  const message = error ? failureText(error, token, variables) : undefined

  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link)
      showToast({ title: 'Link copied', tone: 'success' })
    } catch {
      showToast({
        title: 'The link could not be copied',
        description: 'Select the link and copy it yourself.',
        tone: 'error',
      })
    }
  }

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex max-w-prose flex-col gap-1">
        <h2 className="text-xl">Export to other calendars</h2>
        <p className="text-ink-soft">
          Add this link to Google Calendar, Outlook, Apple Calendar or another booking site. It
          shows when this space is booked, requested or blocked on {company.name}, without the
          guests’ names.
        </p>
      </div>
      {url ? (
        <>
          <input
            readOnly
            aria-label="Export link"
            value={url}
            onFocus={(event) => event.currentTarget.select()}
            className="min-h-11 w-full truncate rounded-control border border-line bg-sunken px-3.5 text-ink-soft"
          />
          <div className="flex flex-wrap gap-3">
            <Button size="small" onPress={() => void copy(url)}>
              <Copy aria-hidden className="size-4" />
              Copy link
            </Button>
            <Button size="small" variant="quiet" onPress={() => setAsking(true)}>
              <RefreshCw aria-hidden className="size-4" />
              Replace link
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button variant="secondary" isPending={isPending} onPress={() => mutate(token)}>
            Create link
          </Button>
          <p role="alert" className="mt-2 text-sm font-medium text-danger-ink empty:hidden">
            {message}
          </p>
        </div>
      )}
      <AlertDialog
        isOpen={isAsking}
        danger
        title="Replace the export link?"
        confirmLabel="Replace link"
        dismissLabel="Keep link"
        isPending={isPending}
        error={message}
        onConfirm={() => mutate(token)}
        onDismiss={() => setAsking(false)}
      >
        The current link stops working right away. Calendars that use it no longer see new bookings
        until you add the new link there.
      </AlertDialog>
    </Card>
  )
}

/** `token` is the token of the current link, and `replaced` that of the link to replace. */
function failureText(
  error: Error,
  token: string | null,
  replaced: string | null | undefined,
): string {
  if (!token) return messageOf(error, 'The link could not be created')
  if (!isUnreachable(error)) return messageOf(error, 'The link could not be replaced')
  return token === replaced
    ? 'The server did not respond, so the link may have changed. Reload the page before you copy it.'
    : 'The server did not respond, but the link was replaced. Close this and copy the new link.'
}
