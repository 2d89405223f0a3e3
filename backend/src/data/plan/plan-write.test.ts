import { describe, expect, test } from 'vitest'
import { parseAccept } from '../request/parse-accept.ts'
import { parsePayload } from '../request/parse-body.ts'
import { parseQuery } from '../request/parse-query.ts'
import { findRelation, newPlan } from '../scope.ts'
import { brokenGuard } from './guards.ts'
import { planWrite, type WriteOptions } from './plan-write.ts'
import { notesSchema } from './test-schema.ts'
import type { Write } from './write-sql.ts'

const schema = notesSchema()
const minimal: WriteOptions = {
  representation: parseAccept(null),
  return: 'minimal',
  maxAffected: null,
}
const represented: WriteOptions = { ...minimal, return: 'representation' }

function plan(write: Write, query = '', options = minimal) {
  const { read } = parseQuery(new URLSearchParams(query))
  const relation = findRelation(schema, { schema: 'api', name: 'notes' })
  return planWrite(newPlan({ schema, maxRows: 50 }), relation, write, read, options)
}

const payload = (body: string) => parsePayload(body, 'application/json', null)
const insert = (body: string): Write & { kind: 'insert' } => ({
  kind: 'insert',
  payload: payload(body),
  defaults: false,
  conflict: null,
  only: null,
})
const update = (body: string): Write => ({
  kind: 'update',
  payload: payload(body),
  defaults: false,
  where: [],
})

describe('insert', () => {
  test('planWrite returns no columns from an insert with return=minimal', () => {
    const { text, values } = plan(insert('{"body":"x","author_id":1}'))
    expect(text).toContain(
      'insert into "api"."notes" as target ("body", "author_id") select given."body", given."author_id" from json_to_record($1::json) as given("body" text, "author_id" int4) returning 1',
    )
    expect(values).toEqual(['{"body":"x","author_id":1}'])
  })

  test('planWrite makes an insert return only the selected columns and the columns that embeds join on', () => {
    const { text } = plan(insert('{"body":"x"}'), 'select=body,reader_id(name)', represented)
    expect(text).toContain('returning target."body", target."reader_id")')
  })

  test("with missing=default, planWrite uses a column's default for each row that omits the column", () => {
    const { text } = plan({ ...insert('[{"id":1},{"id":2}]'), defaults: true })
    expect(text).toContain(`jsonb_build_object('id', next_id()) || each`)
  })

  test('planWrite inserts one row of default values for each empty object in the body', () => {
    expect(plan(insert('{}')).text).toContain(
      'into "api"."notes" as target select  from (values (1))',
    )
    expect(plan(insert('[{},{}]')).text).toContain('json_array_elements($1::json) as given')
  })

  test('planWrite rejects an unknown column and suggests the closest name', () => {
    expect(() => plan(insert('{"bodi":1}'))).toThrow(
      expect.objectContaining({ code: 'PGRST204', hint: "Perhaps you meant the column 'body'." }),
    )
  })

  test('planWrite makes an upsert update only the columns in the body, or do nothing with action ignore', () => {
    const conflict = { action: 'merge', columns: ['id'] } as const
    const { text } = plan({ ...insert('{"id":1,"body":"x"}'), conflict })
    expect(text).toContain(
      'on conflict ("id") do update set "id" = excluded."id", "body" = excluded."body"',
    )
    const ignored = plan({ ...insert('{"id":1}'), conflict: { ...conflict, action: 'ignore' } })
    expect(ignored.text).toContain('on conflict ("id") do nothing')
  })

  test('planWrite requires the body of a PUT to match the filters in the URL', () => {
    const { read } = parseQuery(new URLSearchParams('id=eq.7'))
    const { text, values } = plan({ ...insert('{"id":7}'), only: read.where })
    expect(text).toContain(
      'from json_to_record($1::json) as given("id" int4) where (given."id" = $2)',
    )
    expect(values[1]).toBe('7')
    expect(() => plan({ ...insert('{"body":"x"}'), only: read.where })).toThrow('does not exist')
  })
})

describe('update and delete', () => {
  test('planWrite adds no where clause to an update without filters and changes no row if the body is empty', () => {
    expect(plan(update('{"body":"x"}')).text).toContain(
      'set "body" = given."body" from json_to_record($1::json) as given("body" text) returning 1',
    )
    expect(plan(update('{}')).text).toContain('select 1 where false')
  })

  test('planWrite puts a random token into the error for too many rows, so that clients cannot forge this error', () => {
    const { values } = plan({ kind: 'delete', where: [] }, '', { ...minimal, maxAffected: 2 })
    const words = values.at(-1) ?? ''
    const message = `invalid input syntax for type bigint: "${words}5"`
    expect(brokenGuard(message)).toEqual({ kind: 'at most', rows: 5 })
    expect(brokenGuard('invalid input syntax for type bigint: "at most:5"')).toBeNull()
  })

  test('planWrite requires exactly one affected row if the client requests a single object', () => {
    const representation = parseAccept('application/vnd.pgrst.object+json')
    const { text } = plan(update('{"body":"x"}'), '', { ...represented, representation })
    expect(text).toContain('count(*) = 1')
  })
})
