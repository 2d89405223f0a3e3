import {
  Archive,
  ArchiveRestore,
  CalendarDays,
  Clock,
  CalendarSync,
  Copy,
  DoorOpen,
  ExternalLink,
  Trash2,
} from 'lucide-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#web/data/browser-client.ts'
import {
  duplicateListing,
  type EditedListing,
  firstBookingDay,
  isUnopenedCopy,
  listingHistory,
  listingKeys,
  removeListing,
  setArchived,
} from '#web/data/listings.ts'
import { useSession } from '#web/features/account/session.tsx'
import AvailabilityToggle from '#web/features/hosting/availability-toggle.tsx'
import NextSteps from '#web/features/hosting/next-steps.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeText } from './change-text.ts'

export default function ListingTools({ listing }: { listing: EditedListing }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'archive' | 'delete' | null>(null)
  const isCopy = isUnopenedCopy(listing)
  const refresh = () => queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) })

  const copy = useMutation({
    mutationFn: async () => duplicateListing(await browserClient(), listing.id),
    onSuccess: (id) => {
      void refresh()
      showToast({ title: 'Copied. Only you see the copy until you open it.', tone: 'success' })
      void navigate(paths.hostingListing(id))
    },
  })
  const archive = useMutation({
    mutationFn: async () =>
      setArchived(
        await browserClient(),
        listing.id,
        listing.archived_at ? null : new Date().toISOString(),
      ),
    onSuccess: () => {
      setAsked(null)
      showToast({
        title: isCopy
          ? 'Your listing is open. Guests can book it now.'
          : listing.archived_at
            ? 'Listing restored'
            : 'Listing archived',
        tone: 'success',
      })
      return refresh()
    },
  })
  const remove = useMutation({
    mutationFn: async () => removeListing(await browserClient(), listing.id),
    onSuccess: () => {
      setAsked(null)
      void refresh()
      showToast({ title: 'Listing deleted', tone: 'success' })
      void navigate(paths.myListings())
    },
  })
  const bookedDay = remove.error ? firstBookingDay(remove.error) : undefined
  const failure = copy.error ?? (asked ? null : archive.error)

  return (
    <aside aria-label="Listing" className="flex flex-col gap-6 lg:sticky lg:top-24">
      <NextSteps spaceId={listing.id} />
      {/* On phones, a link above the form leads to this card below it. */}
      <Card id="listing-tools" tabIndex={-1} className="flex flex-col gap-3">
        {isCopy ? (
          <>
            <p className="text-sm text-ink-soft">
              <strong className="text-ink">Not visible yet.</strong> Only you see this copy. Open it
              when it is ready for guests.
            </p>
            <Button onPress={() => archive.mutate()} isPending={archive.isPending}>
              <DoorOpen aria-hidden className="size-5" />
              Open listing
            </Button>
          </>
        ) : listing.archived_at ? (
          <p className="text-sm text-ink-soft">
            <strong className="text-ink">Archived.</strong> Guests can’t find or book this space.
            Existing bookings are not affected.
          </p>
        ) : (
          <>
            <AvailabilityToggle space={listing} onChange={() => void refresh()} />
            <p className="text-sm text-ink-soft">
              While it is closed, guests see the page but can’t book.
            </p>
          </>
        )}
        <LinkButton to={paths.hostingRules(listing.id)} variant="secondary">
          <Clock aria-hidden className="size-5" />
          Hours and prices
        </LinkButton>
        {!listing.archived_at && (
          <LinkButton to={paths.hostingCalendar({ space: listing.id })} variant="secondary">
            <CalendarDays aria-hidden className="size-5" />
            Calendar
          </LinkButton>
        )}
        <LinkButton to={paths.hostingCalendars(listing.id)} variant="secondary">
          <CalendarSync aria-hidden className="size-5" />
          Calendar sync
        </LinkButton>
        {!listing.archived_at && !listing.hidden_reason && (
          <LinkButton to={paths.space(listing)} variant="secondary">
            <ExternalLink aria-hidden className="size-5" />
            See it as a guest
          </LinkButton>
        )}
        {!listing.hidden_reason && (
          <Button variant="secondary" onPress={() => copy.mutate()} isPending={copy.isPending}>
            <Copy aria-hidden className="size-5" />
            Duplicate
          </Button>
        )}
        {!isCopy && (
          <Button
            variant="secondary"
            isPending={archive.isPending}
            onPress={() => (listing.archived_at ? archive.mutate() : setAsked('archive'))}
          >
            {listing.archived_at ? (
              <ArchiveRestore aria-hidden className="size-5" />
            ) : (
              <Archive aria-hidden className="size-5" />
            )}
            {listing.archived_at ? 'Restore' : 'Archive'}
          </Button>
        )}
        <Button variant="quiet" onPress={() => setAsked('delete')}>
          <Trash2 aria-hidden className="size-5" />
          Delete listing
        </Button>
        <AlertText>{failure && messageOf(failure, 'Please try again')}</AlertText>
      </Card>
      <History listing={listing} />
      <AlertDialog
        title="Archive this listing?"
        isOpen={asked === 'archive'}
        confirmLabel="Archive"
        dismissLabel="Keep it listed"
        isPending={archive.isPending}
        error={archive.error ? messageOf(archive.error, 'Please try again') : undefined}
        onConfirm={() => archive.mutate()}
        onDismiss={() => setAsked(null)}
      >
        It disappears from search and lists, and takes no new bookings. Its reviews are neither
        shown nor counted. Existing bookings are not affected. You can restore it at any time.
      </AlertDialog>
      <AlertDialog
        title="Delete this listing?"
        isOpen={asked === 'delete'}
        danger
        confirmLabel="Delete listing"
        dismissLabel="Keep it"
        isPending={remove.isPending}
        error={remove.error ? messageOf(remove.error, 'Please try again') : undefined}
        onConfirm={() => remove.mutate()}
        onDismiss={() => {
          setAsked(null)
          remove.reset()
        }}
      >
        You can’t bring it back. Its reviews disappear and no longer count for you, and its calendar
        link stops working. Past bookings stay in your earnings and with your guests. To take a
        break, archive it instead.
        {bookedDay && (
          <>
            {' '}
            <TextLink to={paths.hostingCalendar({ space: listing.id, from: bookedDay })}>
              See its bookings in the calendar
            </TextLink>
          </>
        )}
      </AlertDialog>
    </aside>
  )
}

function History({ listing }: { listing: EditedListing }): ReactNode {
  const { user } = useSession()
  const { data: changes = [] } = useQuery(listingHistory(user?.id, listing.id))
  if (changes.length === 0) return null
  return (
    <Card>
      <details>
        <summary className="min-h-8 cursor-pointer font-semibold">Change history</summary>
        <ol className="mt-3 flex flex-col gap-3 text-sm">
          {changes.map(({ id, changed_at, changes: fields }) => (
            <li key={id}>
              <time dateTime={changed_at} className="text-ink-faint">
                {new Date(changed_at).toLocaleString('en-US', {
                  dateStyle: 'medium',
                  timeStyle: 'short',
                })}
              </time>
              <ul>
                {Object.entries(fields).map(([field, [before, after]]) => (
                  <li key={field} className="wrap-anywhere text-ink-soft">
                    {field === 'archived_at' && before === listing.created_at
                      ? 'Opened'
                      : changeText(field, before, after)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </details>
    </Card>
  )
}
