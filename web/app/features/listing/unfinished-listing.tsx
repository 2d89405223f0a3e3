import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { isStarted, savedDraft } from './listing-draft.ts'

/**
 * Banner with a link to the listing form, for a host with a saved draft. Otherwise renders nothing.
 */
export function UnfinishedListing({ userId }: { userId: string }) {
  const [kept] = useState(() => savedDraft(userId))
  if (!kept || !isStarted(kept)) return null
  const title = kept.draft.title?.trim()
  return (
    <Banner
      title="You have an unfinished listing"
      action={
        <LinkButton to={paths.createListing()} size="small" variant="secondary">
          Continue
          <span className="sr-only"> the unfinished listing</span>
        </LinkButton>
      }
    >
      <p className="wrap-anywhere">
        {title ? `“${title}” is` : 'Its draft is'} kept in this browser only.
      </p>
    </Banner>
  )
}
