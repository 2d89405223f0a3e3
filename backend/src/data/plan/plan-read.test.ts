import { describe, expect, test } from 'vitest'
import { parseAccept } from '../request/parse-accept.ts'
import { parseQuery } from '../request/parse-query.ts'
import { findRelation, newPlan } from '../scope.ts'
import { planEstimate, planRead } from './plan-read.ts'
import { notesSchema } from './test-schema.ts'

const schema = notesSchema()

function plan(name: string, query: string, count: 'all' | null = null) {
  const relation = findRelation(schema, { schema: 'api', name })
  const { read } = parseQuery(new URLSearchParams(query))
  const options = { representation: parseAccept(null), count, withoutBody: false }
  return planRead(newPlan({ schema, maxRows: 50 }), relation, read, options)
}

function estimate(name: string, query: string) {
  const relation = findRelation(schema, { schema: 'api', name })
  const { read } = parseQuery(new URLSearchParams(query))
  return planEstimate(newPlan({ schema, maxRows: 50 }), relation, read)
}

describe('planRead', () => {
  test('planRead passes values as parameters, quotes names and applies the lower of the requested limit and maxRows', () => {
    const { text, values } = plan('notes', `body=eq.'; drop&id=in.(1,2)&limit=99&offset=7`)
    expect(text).toContain(
      'from "api"."notes" as t1 where (t1."body" = $1) and (t1."id" = any($2)) limit 50 offset $3',
    )
    expect(values).toEqual([`'; drop`, '{"1","2"}', '7'])
  })

  test('planRead quotes aliases, which may contain any character', () => {
    const { text } = plan('notes', 'select="a""; drop":body'.replace('""', '\\"'))
    expect(text).toContain('t1."body" as "a""; drop"')
  })

  test('planRead quotes cast types and maps SQL keywords to type names', () => {
    expect(plan('notes', 'select=id::integer,body::"x); --"').text).toContain(
      'cast(t1."id" as "int4") as "id", cast(t1."body" as "x); --")',
    )
  })

  test('planRead reads to-one and to-many embeds with lateral joins', () => {
    const { text } = plan('notes', 'select=id,author:author_id(name),tags(label)')
    expect(text).toContain(
      'left join lateral (select row_to_json(t2_found_row) as value from (select t2."name" as "name" from "api"."people" as t2 where t2."id" = t1."author_id") as t2_found_row) as t2_found on true',
    )
    expect(text).toContain('left join lateral (select json_agg(t3_found_row) as value')
    expect(text).toContain('from "api"."tags" as t3, "api"."note_tags" as t3_through')
  })

  test('planRead filters parent rows with an exists condition if an embed is inner or is compared with null', () => {
    const { text, values } = plan('notes', 'select=id,tags!inner(label)&tags.label=eq.x', 'all')
    const exists = 'where exists (select from "api"."tags" as t2'
    expect(text.split(exists)).toHaveLength(3)
    expect(values).toEqual(['x'])
    expect(plan('notes', 'select=id,tags()&tags=is.null').text).toMatch(
      /from "api"."notes" as t1 where not exists \(select from [^)]*\) limit 50\)/,
    )
  })

  test('if the embed has an offset, planRead filters parent rows by the result of the lateral join instead of EXISTS', () => {
    const { text } = plan('notes', 'select=id,tags(label)&tags.offset=1&tags=not.is.null', 'all')
    expect(text).toContain('where t2_found.value is not null')
    expect(text.split('left join lateral')).toHaveLength(3)
  })

  test('planRead omits joins from the count query if they do not change the number of rows', () => {
    const { text } = plan('notes', 'select=id,author_id(name)', 'all')
    expect(text).toContain('(select count(*) from "api"."notes" as t1)')
    expect(plan('notes', 'select=id,author_id!inner(id)', 'all').text).toMatch(
      /\(select count\(\*\) from "api"\."notes" as t1 inner join lateral/,
    )
  })

  test('planRead and planEstimate reference the parameters of embeds in the SQL text', () => {
    for (const query of [
      'select=id,tags()&tags.label=eq.x',
      'select=id,tags(id)&tags.label=eq.x',
    ]) {
      expect(plan('notes', query).text).toContain('$1')
      expect(estimate('notes', query).text).toContain('$1')
    }
  })

  test.each([
    ['notes', 'select=people(name)', 'PGRST201'],
    ['notes', 'select=nothing(name)', 'PGRST200'],
    ['notes', 'select=nope', '42703'],
    ['notes', 'nope=eq.1', '42703'],
    ['notes', 'order=nope', '42703'],
    ['notes', 'select=tags(*)&order=tags(label)', 'PGRST118'],
    ['notes', 'select=tags(*)&tags=eq.1', 'PGRST120'],
    ['notes', 'select=id.sum()', 'PGRST123'],
    ['note', 'select=id', 'PGRST205'],
  ])('planRead of the relation %s with the query %s throws %s', (name, query, code) => {
    expect(() => plan(name, query)).toThrow(expect.objectContaining({ code }))
  })
})
