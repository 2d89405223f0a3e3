import type { Representation } from '../request/parse-accept.ts'
import { boundedBodySql } from './guards.ts'
import { type Level, rowsSql } from './level.ts'
import type { PlanContext } from './sql.ts'

/** Single row that a read, write or call returns. The HTTP response is built from this row. */
export type Answer = {
  /** Response body, as serialized by PostgreSQL. */
  body: Uint8Array<ArrayBuffer> | null
  /** Number of rows in the response body, or number of rows that a write affected. */
  rows: number
  /**
   * Number of matching rows without limit and offset, or null if they were not counted. With
   * count=estimated, at most `maxRows` + 1 rows are counted.
   */
  total: number | null
  /** Response headers that a function or trigger set in `response.headers`. */
  headers: string | null
  status: string | null
  /** Number of rows that an upsert inserted rather than updated. */
  inserted: number | null
  /** Primary key of a single inserted row, as JSON. */
  location: string | null
}

const columnDefaults: Record<keyof Answer, string> = {
  body: 'null',
  rows: 'count(*)',
  total: 'null',
  headers: `nullif(current_setting('response.headers', true), '')`,
  status: `nullif(current_setting('response.status', true), '')`,
  inserted: 'null',
  location: 'null',
}

export function answerSql(
  { maxBytes, parameters }: PlanContext,
  columns: Partial<Record<keyof Answer, string>>,
  from: string,
): string {
  const all = { ...columnDefaults, ...columns }
  if (maxBytes === null || all.body === 'null') {
    return `select ${Object.values(all).join(', ')} from ${from}`
  }
  const named = Object.entries(all).map(([name, sql]) => `${sql} as ${name}`)
  const names = Object.keys(all).filter((name) => name !== 'body')
  const body = boundedBodySql('body', maxBytes, parameters)
  return `select ${[body, ...names].join(', ')} from (select ${named.join(', ')} from ${from}) as answer`
}

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
      // Without PostGIS, PostgreSQL reports that the function st_asgeojson does not exist.
      return `json_build_object('type', 'FeatureCollection', 'features',
        coalesce(json_agg(st_asgeojson(row_)::json), '[]'))`
  }
}

/** Returns SQL that counts all rows of a query level, or at most `most` + 1 rows. */
export function countSql(level: Level, most: number | null = null): string {
  const rows = rowsSql(level)
  return most === null
    ? `(select count(*) from ${rows})`
    : `(select count(*) from (select from ${rows} limit ${most + 1}) as counted)`
}
