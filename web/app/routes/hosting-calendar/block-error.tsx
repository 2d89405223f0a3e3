import { PartlyBlocked } from '#web/data/host-calendar.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDate } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function BlockError({ error, timeZone }: { error: Error | null; timeZone: string }) {
  if (!error) return null
  if (!(error instanceof PartlyBlocked)) return <AlertText>{reasonOf(error)}</AlertText>
  return (
    <div role="alert" className="text-sm text-danger-ink">
      <p className="font-medium">These days are not blocked:</p>
      <ul className="mt-1 flex flex-col gap-1">
        {error.failures.map(({ block, error: failure }) => (
          <li key={block.startsAt}>
            {formatDate(dateOf(new Date(block.startsAt), timeZone))}: {reasonOf(failure)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function reasonOf(error: Error) {
  const bookingId = 'hint' in error && typeof error.hint === 'string' ? error.hint : ''
  return (
    <>
      {messageOf(error, 'Failed to block this time')}
      {bookingId && (
        <>
          . <TextLink to={paths.booking(bookingId)}>View booking</TextLink>
        </>
      )}
    </>
  )
}
