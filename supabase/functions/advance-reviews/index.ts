import { queryValue } from '#functions/_shared/database.ts'
import { serveJob } from '#functions/_shared/jobs.ts'

/** Invites guest and host to review finished bookings, and publishes reviews after 14 days. */
Deno.serve(
  serveJob(() => queryValue<{ published: number; invited: number }>`select advance_reviews()`),
)
