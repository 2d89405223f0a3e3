import { z } from 'zod'

/** What a job is called with. */
export const jobBodySchema = z.object({
  /** Now, by Stripe's clock: a sandbox's may run ahead. ISO instant with its offset. */
  as_of: z.iso
    .datetime({ offset: true })
    .optional()
    .transform((text) => (text ? new Date(text) : new Date())),
})
