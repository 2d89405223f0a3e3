import { describe, expect, test } from 'vitest'
import { parsePrefer } from './parse-prefer.ts'
import { parseQuery } from './parse-query.ts'

const parse = (text: string, takesArguments = false) =>
  parseQuery(new URLSearchParams(text), takesArguments)

describe('parseQuery', () => {
  test('parseQuery applies each parameter to the embed that its path names', () => {
    const { read } = parse(
      'select=id,notes:remarks(*,people(*))&notes.order=at.desc&notes.people.name=eq.x&notes.limit=3&limit=9&offset=2',
    )
    expect(read).toMatchObject({ limit: 9, offset: 2, where: [], order: [] })
    const notes = read.select[1]
    expect(notes).toMatchObject({ read: { limit: 3, order: [{ descending: true }], where: [] } })
    expect(notes).toMatchObject({
      read: { select: [{}, { read: { where: [{ field: { name: 'name' } }] } }] },
    })
  })

  test('parseQuery finds an aliased embed by its alias first, then by its relation name', () => {
    const { read } = parse(
      'select=a:notes(*),notes(*),b:tags(*)&notes.id=eq.1&b.id=eq.2&tags.x=eq.3',
    )
    expect(read.select.map((item) => item.kind === 'embed' && item.read.where.length)).toEqual([
      0, 1, 2,
    ])
  })

  test('parseQuery selects every column if the query has no select parameter', () => {
    expect(parse('').read.select).toEqual([{ kind: 'star' }])
  })

  test('parseQuery parses negated logic operators and logic operators that apply to an embed', () => {
    expect(parse('not.or=(a.eq.1,b.eq.2)').read.where).toMatchObject([
      { kind: 'logic', operator: 'or', negated: true },
    ])
    expect(parse('select=x(*)&x.not.and=(a.eq.1)').read.select).toMatchObject([
      { read: { where: [{ operator: 'and', negated: true }] } },
    ])
  })

  test('parseQuery keeps function arguments in order and separates them from filters', () => {
    const query = parse('a=1&b=eq.2&a=3&order=c', true)
    expect(query.args).toEqual([
      ['a', '1'],
      ['a', '3'],
    ])
    expect(query.read.where).toHaveLength(1)
  })

  test.each([
    ['notes.a=eq.1', 'PGRST108'],
    ['limit=-1', 'PGRST103'],
    ['a=1', 'PGRST100'],
    ['order=a.up', 'PGRST100'],
    ['order=', 'PGRST100'],
    ['order=a.desc.asc', 'PGRST100'],
    ['order=a.nullslast.desc', 'PGRST100'],
    ['columns=a;', 'PGRST100'],
  ])('parseQuery rejects %s with %s', (text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }))
  })
})

describe('parsePrefer', () => {
  test('parsePrefer uses the first value of a repeated preference and ignores unknown preferences', () => {
    expect(parsePrefer('return=minimal, return=representation,count=exact,x=y')).toMatchObject({
      return: 'minimal',
      count: 'exact',
      resolution: null,
    })
  })

  test('parsePrefer names unknown preferences in its error with handling=strict', () => {
    expect(() => parsePrefer('handling=strict, x=y')).toThrow(
      expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: x=y' }),
    )
  })
})
