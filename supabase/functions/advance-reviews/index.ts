import { queryValue } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'

/**
 * Invites guests and hosts to review finished bookings, and publishes reviews 14 days after the end
 * of their booking.
 */
Deno.serve(
  serveJob(() => queryValue<{ published: number; invited: number }>`select advance_reviews()`),
)
