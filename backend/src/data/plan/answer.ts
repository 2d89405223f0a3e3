import type { Representation } from '../request/parse-accept.ts'
import type { Level } from './level.ts'

/** The one row a data statement gives: everything the response is made of. */
export type Answer = {
  /** The response's body, as PostgreSQL wrote it. */
  body: Uint8Array<ArrayBuffer> | null
  /** Rows in the body, or touched by a write. */
  rows: number
  /** Rows there are without limit and offset, when they were counted. */
  total: number | null
  /** What a function or trigger set for the response. */
  headers: string | null
  status: string | null
  /** Rows that an upsert inserted rather than updated. */
  inserted: number | null
  /** Key of the one row inserted, as JSON. */
  location: string | null
}

/** SQL of the columns of an answer, in their order; what a plan does not give is null. */
const columnDefaults: Record<keyof Answer, string> = {
  body: 'null',
  rows: 'count(*)',
  total: 'null',
  headers: `nullif(current_setting('response.headers', true), '')`,
  status: `nullif(current_setting('response.status', true), '')`,
  inserted: 'null',
  location: 'null',
}

/** `select` of an answer. */
export function answerSql(columns: Partial<Record<keyof Answer, string>>, from: string): string {
  return `select ${Object.values({ ...columnDefaults, ...columns }).join(', ')} from ${from}`
}

/** Reads the row that `answerSql` selects. The body's bytes are passed on untouched. */
export function readAnswer(row: readonly (Buffer | null)[]): Answer {
  const [body = null, rows, total, headers, status, inserted, location] = row
  const text = (value: Buffer | null | undefined) => value?.toString('utf8') ?? null
  const number = (value: Buffer | null | undefined) => (value ? Number(value) : null)
  return {
    body: body as Answer['body'],
    rows: number(rows) ?? 0,
    total: number(total),
    headers: text(headers),
    status: text(status),
    inserted: number(inserted),
    location: text(location),
  }
}

/** SQL of the body over the rows called `row_`. */
export function bodySql(representation: Representation): string {
  const row = representation.stripNulls
    ? 'json_strip_nulls(row_to_json(row_))'
    : 'row_to_json(row_)'
  switch (representation.kind) {
    case 'array':
      return representation.stripNulls
        ? `coalesce(json_agg(${row}), '[]')`
        : `coalesce(json_agg(row_), '[]')`
    case 'object':
      return `string_agg(${row}::text, ',')`
    case 'csv':
      return `coalesce((select string_agg(key, ',') from json_object_keys((json_agg(row_)->0)) as key), '')
        || E'\\n' || coalesce(string_agg(substring(row_::text, 2, length(row_::text) - 2), E'\\n'), '')`
    case 'geojson':
      // A function of PostGIS; where that is missing PostgreSQL says so.
      return `json_build_object('type', 'FeatureCollection', 'features',
        coalesce(json_agg(st_asgeojson(row_)::json), '[]'))`
  }
}

/** SQL that counts the rows of a level, whatever its limit; past `most` it stops at one more. */
export function countSql(level: Level, most: number | null = null): string {
  const where = level.where.length > 0 ? ` where ${level.where.join(' and ')}` : ''
  const rows = `${[level.from, ...level.filteringJoins].join(' ')}${where}`
  return most === null
    ? `(select count(*) from ${rows})`
    : `(select count(*) from (select from ${rows} limit ${most + 1}) as counted)`
}
