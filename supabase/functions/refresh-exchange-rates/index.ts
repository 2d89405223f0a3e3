import { z } from 'zod'
import { query, queryValue } from '#functions/_shared/database.ts'
import { optionalEnv } from '#functions/_shared/env.ts'
import { serveJob } from '#functions/_shared/jobs.ts'

const timeout = 10_000

/** The response format of https://frankfurter.dev: units of each currency for one US dollar. */
const answerSchema = z.object({
  base: z.literal('USD'),
  date: z.iso.date(),
  rates: z.record(z.string(), z.number().positive()),
})

/** Updates the approximate exchange rates once a day, if EXCHANGE_RATES_URL is set. */
Deno.serve(
  serveJob(async () => {
    const url = optionalEnv('EXCHANGE_RATES_URL')
    if (!url) return { updated: 0 }
    const isDue = await queryValue<boolean>`select begin_exchange_rates_refresh()`
    if (!isDue) return { updated: 0 }
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) })
    if (!response.ok) throw new Error(`EXCHANGE_RATES_URL answered with ${response.status}`)
    const { date, rates } = answerSchema.parse(await response.json())
    const rows = await query`
      select set_exchange_rates(p_units_per_usd => ${JSON.stringify(rates)}::text::jsonb, p_as_of => ${date}) as updated`
    return rows[0] ?? { updated: 0 }
  }),
)
