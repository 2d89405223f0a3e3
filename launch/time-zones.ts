import postgres, { type Sql } from 'postgres'

/** Number of instants to compare in each zone: one every 12 days for two years. */
const instants = 60
const stepMs = 12 * 86_400_000

/**
 * Returns the time zones of spaces whose UTC offsets in PostgreSQL and in Node.js differ. Compares
 * the offsets at `instants` times in the next two years.
 */
export async function differingZones(sql: Sql, offsetOf = offsetInMinutes): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000) * 1000
  const rows = await sql<{ zone: string; offsets: number[] }[]>`
    select zone, array_agg(
      extract(epoch from (at at time zone zone) - (at at time zone 'UTC'))::integer / 60
      order by at) as offsets
    from (select distinct time_zone as zone from public.spaces) as zones,
      generate_series(0, ${instants - 1}::integer) as step,
      lateral (select to_timestamp(${now / 1000}::float8 + step * ${stepMs / 1000}::float8) as at) as times
    group by zone order by zone`
  return rows
    .filter(({ zone, offsets }) =>
      offsets.some((offset, step) => offset !== offsetOf(zone, new Date(now + step * stepMs))),
    )
    .map(({ zone }) => zone)
}

/**
 * Only logs a warning if the time-zone data of PostgreSQL and Node.js differ, because the offered
 * times depend only on PostgreSQL's data.
 */
export async function reportDifferingZones(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const [found] = await sql`select from pg_class where oid = to_regclass('public.spaces')`
    const zones = found ? await differingZones(sql) : []
    if (zones.length === 0) return
    console.warn(
      `PostgreSQL and Node.js disagree about UTC offsets in ${zones.join(', ')}. Bookable times ` +
        'follow PostgreSQL; emails may show another hour. Update the older time zone data.',
    )
  } finally {
    await sql.end()
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function offsetInMinutes(zone: string, at: Date): number {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formatters.set(zone, formatter)
  }
  const name = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}
