import { z } from 'zod'

/** What a person may say about themselves; every other key of the body, such as a role, is passed over. */
export const updateBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  channel: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  app_metadata: z.unknown().optional(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

export type UpdateBody = z.output<typeof updateBody>
