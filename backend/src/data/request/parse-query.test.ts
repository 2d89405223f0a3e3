import { describe, expect, test } from 'vitest'
import { parsePrefer } from './parse-prefer.ts'
import { parseQuery } from './parse-query.ts'

const parse = (text: string, takesArguments = false) =>
  parseQuery(new URLSearchParams(text), takesArguments)

describe('parseQuery', () => {
  test('parameters land on the level they name', () => {
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

  test('a renamed embed answers to both of its names, one of its own name first', () => {
    const { read } = parse(
      'select=a:notes(*),notes(*),b:tags(*)&notes.id=eq.1&b.id=eq.2&tags.x=eq.3',
    )
    expect(read.select.map((item) => item.kind === 'embed' && item.read.where.length)).toEqual([
      0, 1, 2,
    ])
  })

  test('without select every column is meant', () => {
    expect(parse('').read.select).toEqual([{ kind: 'star' }])
  })

  test('not.or and embedded trees', () => {
    expect(parse('not.or=(a.eq.1,b.eq.2)').read.where).toMatchObject([
      { kind: 'logic', operator: 'or', negated: true },
    ])
    expect(parse('select=x(*)&x.not.and=(a.eq.1)').read.select).toMatchObject([
      { read: { where: [{ operator: 'and', negated: true }] } },
    ])
  })

  test('arguments of a call keep their order, filters stay filters', () => {
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
  ])('%s is %s', (text, code) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }))
  })
})

describe('parsePrefer', () => {
  test('the first of each counts, unknown ones are left out', () => {
    expect(parsePrefer('return=minimal, return=representation,count=exact,x=y')).toMatchObject({
      return: 'minimal',
      count: 'exact',
      resolution: null,
    })
  })

  test('strict handling names what it does not know', () => {
    expect(() => parsePrefer('handling=strict, x=y')).toThrow(
      expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: x=y' }),
    )
  })
})
