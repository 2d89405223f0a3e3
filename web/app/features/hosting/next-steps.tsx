import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Pencil } from 'lucide-react'
import { useId } from 'react'
import { hostFacts, listingFacts } from '#web/data/hosting-today.ts'
import { useSession } from '#web/features/account/session.tsx'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { checklistOf } from './checklist.ts'
import { Checklist } from './task-list.tsx'

/**
 * Open and done tasks of the host's account and of one listing. `isNew` shows the card even if all
 * tasks are done.
 */
export default function NextSteps({
  spaceId,
  isNew = false,
}: {
  spaceId: string
  isNew?: boolean
}) {
  const { user } = useSession()
  const headingId = useId()
  const host = useQuery(hostFacts(user?.id))
  const listings = useQuery(listingFacts(user?.id))
  const listing = listings.data?.find(({ id }) => id === spaceId)
  if (!host.data || !listing || listing.archived_at) return null
  const lists = checklistOf(host.data, [listing])
  if (!isNew && lists.every(({ tasks }) => tasks.every(({ done }) => done))) return null

  return (
    <section aria-labelledby={headingId}>
      <Card className={cx('grid gap-5', isNew && 'md:grid-cols-2 md:gap-10 md:p-8')}>
        <div className="flex flex-col items-start gap-3">
          <h2 id={headingId} className={cx('wrap-anywhere', isNew ? 'text-2xl' : 'text-xl')}>
            {isNew ? `${listing.title} is listed` : 'Next steps'}
          </h2>
          {isNew && (
            <>
              <p className="text-ink-soft">
                Guests can find and book it now. The next steps bring the first booking and your
                first payout.
              </p>
              <div className="mt-2 flex flex-wrap gap-3">
                <LinkButton to={paths.hostingListing(spaceId)} size="small">
                  <Pencil aria-hidden className="size-4" />
                  Edit the listing
                </LinkButton>
                <LinkButton to={paths.space(spaceId)} variant="secondary" size="small">
                  <ExternalLink aria-hidden className="size-4" />
                  See it as a guest
                </LinkButton>
              </div>
            </>
          )}
        </div>
        <Checklist lists={lists} />
      </Card>
    </section>
  )
}
