import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { query } from '#functions/_shared/database.ts'
import { serveFile } from '#functions/_shared/serve-json.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementCsv, type StatementRow } from './statement.ts'

/** Returns the caller's earnings of a year, or of one month, as PDF or CSV. */
Deno.serve(
  serveFile({
    caller: requireAssuredUser,
    body: z.object({
      year: z.int().min(2020).max(2100),
      /** `month` is 1 to 12, or absent for the whole year. */
      month: z.int().min(1).max(12).optional(),
      format: z.enum(['pdf', 'csv']),
    }),
    response: ['application/pdf', 'text/csv'],
    work: async ({ year, month, format }, user) => {
      const period = { year, month: month ?? null }
      const rows = await findRows(user.id, period)
      const name = `earnings-${year}${month ? `-${String(month).padStart(2, '0')}` : ''}.${format}`
      if (format === 'csv') {
        const bytes = new TextEncoder().encode(statementCsv(rows))
        return { name, type: 'text/csv;charset=utf-8', bytes }
      }
      const [host] = await query<{ full_name: string | null }>`
        select full_name from profiles where id = ${user.id}`
      const bytes = await statementPdf({ period, rows, hostName: host?.full_name ?? null })
      return { name, type: 'application/pdf', bytes }
    },
  }),
)

function findRows(
  hostId: string,
  { year, month }: { year: number; month: number | null },
): Promise<StatementRow[]> {
  const first = `${year}-${String(month ?? 1).padStart(2, '0')}-01`
  return query<StatementRow>`
    select earnings.id, earnings.space_title, earnings.ended_on::text, earnings.state,
      earnings.currency, earnings.rental::float8, earnings.commission::float8,
      earnings.returned::float8, earnings.earned::float8,
      least(earnings.withheld, earnings.earned)::float8 as deducted, earnings.paid_at,
      concat_ws(', ', nullif(addresses.street_address, ''), spaces.location, spaces.country)
        as address
    from booking_earnings as earnings
    join spaces on spaces.id = earnings.space_id
    left join space_addresses addresses on addresses.space_id = earnings.space_id
    where earnings.host_id = ${hostId} and earnings.ended_on >= ${first}::date
      and earnings.ended_on < ${first}::date + make_interval(months => ${month ? 1 : 12})
    order by earnings.ended_on, earnings.id`
}
