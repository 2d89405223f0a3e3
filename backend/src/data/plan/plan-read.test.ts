import { describe, expect, test } from 'vitest'
import { parseAccept } from '../request/parse-accept.ts'
import { parseQuery } from '../request/parse-query.ts'
import { findRelation, newPlan } from '../scope.ts'
import { planRead } from './plan-read.ts'
import { notesSchema } from './test-schema.ts'

const schema = notesSchema()

function plan(name: string, query: string, count: 'all' | null = null) {
  const relation = findRelation(schema, { schema: 'api', name })
  const { read } = parseQuery(new URLSearchParams(query))
  const options = { representation: parseAccept(null), count, withoutBody: false }
  return planRead(newPlan({ schema, maxRows: 50 }), relation, read, options)
}

describe('planRead', () => {
  test('values are parameters, names are quoted, the limit is the smaller one', () => {
    const { text, values } = plan('notes', `body=eq.'; drop&id=in.(1,2)&limit=99&offset=7`)
    expect(text).toContain(
      'from "api"."notes" as t1 where (t1."body" = $1) and (t1."id" = any($2)) limit 50 offset $3',
    )
    expect(values).toEqual([`'; drop`, '{"1","2"}', '7'])
  })

  test('an alias is quoted whatever it holds', () => {
    const { text } = plan('notes', 'select="a""; drop":body'.replace('""', '\\"'))
    expect(text).toContain('t1."body" as "a""; drop"')
  })

  test('a cast is a quoted type, with SQL keywords by their real names', () => {
    expect(plan('notes', 'select=id::integer,body::"x); --"').text).toContain(
      'cast(t1."id" as "int4") as "id", cast(t1."body" as "x); --")',
    )
  })

  test('embeds to one and to many are lateral joins', () => {
    const { text } = plan(
      'notes',
      'select=id,author:author_id(name),tags!inner(label)&tags.label=eq.x',
    )
    expect(text).toContain(
      'left join lateral (select row_to_json(t2_row) as value from (select t2."name" as "name" from "api"."people" as t2 where t2."id" = t1."author_id") as t2_row) as t2_found on true',
    )
    expect(text).toContain('inner join lateral (select json_agg(t3_row) as value')
    expect(text).toContain('from "api"."tags" as t3, "api"."note_tags" as t3_through')
    expect(text).toContain('as t3_found on t3_found.value is not null')
  })

  test('a count joins only what changes the number of rows', () => {
    const { text } = plan('notes', 'select=id,author_id(name)', 'all')
    expect(text).toContain('(select count(*) from "api"."notes" as t1)')
    expect(plan('notes', 'select=id,tags!inner(id)', 'all').text).toMatch(
      /\(select count\(\*\) from "api"\."notes" as t1 inner join lateral/,
    )
  })

  test.each([
    ['notes', 'select=people(name)', 'PGRST201'],
    ['notes', 'select=nothing(name)', 'PGRST200'],
    ['notes', 'select=nope', '42703'],
    ['notes', 'nope=eq.1', '42703'],
    ['notes', 'order=nope', '42703'],
    ['notes', 'select=tags(*)&order=tags(label)', 'PGRST118'],
    ['notes', 'select=...tags(*)', 'PGRST119'],
    ['notes', 'select=id.sum()', 'PGRST123'],
    ['note', 'select=id', 'PGRST205'],
  ])('%s?%s is %s', (name, query, code) => {
    expect(() => plan(name, query)).toThrow(expect.objectContaining({ code }))
  })
})
