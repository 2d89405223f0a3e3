import { z } from 'zod'
import { bindingSchema } from './changes/change-bindings.ts'

/** Clients may send null for options that are not set. */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value): z.output<T> => value ?? schema.parse({}))

export const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: maybe(
    z.object({
      broadcast: maybe(
        z.object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replication_ready: z.boolean().nullish(),
          replay: z.unknown().optional(),
        }),
      ),
      presence: maybe(
        z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }),
      ),
      postgres_changes: z.array(bindingSchema).max(100).nullish(),
      postgres_changes_options: maybe(
        z.object({ wait: z.boolean().nullish(), timeout: z.number().positive().nullish() }),
      ),
      private: z.boolean().nullish(),
    }),
  ),
})

export type JoinPayload = z.output<typeof joinSchema>

/** Replay options. `since` is the oldest message's time in milliseconds since the epoch. */
export const replaySchema = z.object({
  since: z.number().int().min(0).max(8.64e15),
  limit: z.number().int().nullish(),
})
