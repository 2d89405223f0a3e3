import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function BlockError({ error }: { error: Error | null }) {
  if (!error) return null
  const bookingId = 'hint' in error && typeof error.hint === 'string' ? error.hint : ''
  return (
    <AlertText>
      {messageOf(error, 'Failed to block this time')}
      {bookingId && (
        <>
          . <TextLink to={paths.booking(bookingId)}>View booking</TextLink>
        </>
      )}
    </AlertText>
  )
}
