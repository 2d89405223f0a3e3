import { describe, expect, test } from 'vitest'
import { strangeParts, type Vocabulary } from './skeleton.ts'

const vocabulary: Vocabulary = {
  words: new Set(['select', 'from', 'as', 'where', 'cast', 'now']),
  names: new Set(['films', 'id', 'facts']),
}
const strange = (text: string, values = 0) => strangeParts(text, values, vocabulary)

describe('strangeParts accepts statements of the planner', () => {
  test.each([
    ['select t1."id" as "any; name" from "films" as t1 where t1."id" = $1'],
    [`select t1."facts"->'drop table x' from "films" as t1`],
    [`select cast(t1."id" as "no such type") from "films" as t1`],
  ])("strangeParts accepts the query planner's statement %s", (text) =>
    expect(strange(text, 1)).toEqual([]),
  )
})

describe('strangeParts reports injected SQL', () => {
  test.each([
    ['select t1."id" from "films" as t1; select 1', ';'],
    ['select t1."id" from "films" as t1 -- x', '--'],
    ['select t1."secret" from "films" as t1', '"secret"'],
    ['select pg_sleep(9)', 'pg_sleep'],
    [`select t1."id" from "films" as t1 where t1."id" = 'x1'`, "'x1'"],
    ['select $2', '$2'],
    ['select \\', '\\'],
  ])('strangeParts reports the injected part of %s', (text, part) =>
    expect(strange(text, 1)).toContain(part),
  )
})
