import type { FoundListing } from '#web/data/admin-listings.ts'
import { isUnopenedCopy } from '#web/data/listings.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export const linkId = (id: string) => `listing-${id}`

export function ListingRow({ row, onAsk }: { row: FoundListing; onAsk: () => void }) {
  const isListed = !row.hidden_at && !row.archived_at
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 text-sm sm:px-5">
      <div className="flex min-w-0 grow basis-64 gap-4">
        <CoverPicture
          space={{
            images: row.image ? [row.image] : [],
            image_previews: row.image_preview ? [row.image_preview] : [],
          }}
          sizes="6rem"
          className="h-16 w-20 shrink-0 rounded-control object-cover"
        />
        <div className="min-w-0 grow">
          <h2 className="font-display text-base font-semibold wrap-anywhere">
            {isListed ? (
              <TextLink
                id={linkId(row.id)}
                to={paths.space(row)}
                className="pointer-coarse:py-3.25"
              >
                {row.title}
              </TextLink>
            ) : (
              <span id={linkId(row.id)} tabIndex={-1}>
                {row.title}
              </span>
            )}
          </h2>
          <p className="text-ink-soft">
            {row.location}, {row.country}
          </p>
          <p>
            <span className="text-ink-soft">Host: </span>
            <TextLink to={paths.adminUser(row.host_id)} className="pointer-coarse:py-3.25">
              {row.host_name ?? 'No name'}
            </TextLink>
          </p>
          {row.hidden_reason && (
            <blockquote className="mt-1 border-l-2 border-line pl-3 wrap-anywhere text-ink-soft">
              {row.hidden_reason}
            </blockquote>
          )}
        </div>
      </div>
      <div className="flex items-center justify-between gap-4 max-sm:basis-full">
        <p className="flex flex-wrap gap-2 sm:w-40 sm:flex-col sm:items-start lg:w-72 lg:flex-row">
          <State row={row} />
          {row.open_reports > 0 && (
            <Badge tone="caution">
              {row.open_reports === 1 ? '1 open report' : `${row.open_reports} open reports`}
            </Badge>
          )}
          {row.bookings_ahead > 0 && (
            <Badge>
              {row.bookings_ahead === 1
                ? '1 booking ahead'
                : `${row.bookings_ahead} bookings ahead`}
            </Badge>
          )}
        </p>
        <div className="sm:w-28 sm:text-right">
          <Button
            size="small"
            variant="secondary"
            onPress={onAsk}
            aria-label={`${row.hidden_at ? 'Show again' : 'Hide'}: ${row.title}`}
          >
            {row.hidden_at ? 'Show again' : 'Hide'}
          </Button>
        </div>
      </div>
    </div>
  )
}

function State({ row }: { row: FoundListing }) {
  if (row.hidden_at) return <Badge tone="danger">Hidden</Badge>
  if (isUnopenedCopy(row)) return <Badge>Copy, not opened</Badge>
  if (row.archived_at) return <Badge>Archived by the host</Badge>
  return row.available ? <Badge tone="success">Listed</Badge> : <Badge>Listed, closed</Badge>
}
