import { describe, expect, test } from 'vitest'
import { parseAccept } from '../request/parse-accept.ts'
import { parsePayload } from '../request/parse-body.ts'
import { parseQuery } from '../request/parse-query.ts'
import { findRelation, newPlan } from '../scope.ts'
import { brokenGuard } from './answer.ts'
import { planWrite, type Write, type WriteOptions } from './plan-write.ts'
import { notesSchema } from './test-schema.ts'

const schema = notesSchema()
const minimal: WriteOptions = {
  representation: parseAccept(null),
  return: 'minimal',
  maxAffected: null,
}

function plan(write: Write, query = '', options = minimal) {
  const { read } = parseQuery(new URLSearchParams(query))
  const relation = findRelation(schema, { schema: 'api', name: 'notes' })
  return planWrite(newPlan({ schema, maxRows: 50 }), relation, write, read, options)
}

const payload = (body: string) => parsePayload(body, 'application/json', null)
const insert = (body: string): Write => ({
  kind: 'insert',
  payload: payload(body),
  defaults: false,
  conflict: null,
})

describe('planWrite', () => {
  test('a minimal insert reads nothing back', () => {
    const { text, values } = plan(insert('{"body":"x","author_id":1}'))
    expect(text).toContain(
      'insert into "api"."notes" as target ("body", "author_id") select given."body", given."author_id" from json_to_record($1::json) as given("body" text, "author_id" int4) returning 1',
    )
    expect(values).toEqual(['{"body":"x","author_id":1}'])
  })

  test('a representation returns what it shows and what its embeds join on', () => {
    const { text } = plan(insert('{"body":"x"}'), 'select=body,reader_id(name)', {
      ...minimal,
      return: 'representation',
    })
    expect(text).toContain('returning target."body", target."reader_id")')
  })

  test('defaults fill what a row leaves out', () => {
    const { text } = plan({ ...insert('[{"id":1},{"id":2}]'), defaults: true } as Write)
    expect(text).toContain(`jsonb_build_object('id', next_id()) || each`)
  })

  test('an update without filters says so in its SQL, and without columns does nothing', () => {
    const update = (body: string) => plan({ kind: 'update', payload: payload(body), where: [] })
    expect(update('{"body":"x"}').text).toContain('set "body" = given."body" from')
    expect(update('{}').text).toContain('select 1 where false')
  })

  test('unknown columns are refused with the closest name', () => {
    expect(() => plan(insert('{"bodi":1}'))).toThrow(
      expect.objectContaining({ code: 'PGRST204', hint: "Perhaps you meant the column 'body'." }),
    )
  })

  test('a guard fails with words that only it can say', () => {
    const { values } = plan({ kind: 'delete', where: [] }, '', { ...minimal, maxAffected: 2 })
    const words = values.at(-1) ?? ''
    const message = `invalid input syntax for type bigint: "${words}5"`
    expect(brokenGuard(message)).toEqual({ kind: 'at most', rows: 5 })
    expect(brokenGuard('invalid input syntax for type bigint: "at most:5"')).toBeNull()
  })
})
