import { describe, expect, test } from 'vitest'
import { MessageReader, readError, readRow } from './message-reader.ts'
import { MessageWriter } from './message-writer.ts'
import { StatementNames } from './statement-names.ts'

describe('MessageReader', () => {
  test('MessageReader reassembles messages from chunks of any size', () => {
    const bytes = new MessageWriter().password('secret').sync().password('x'.repeat(9000)).take()
    for (const size of [1, 3, 7, 4096, bytes.length]) {
      const reader = new MessageReader()
      const seen: [string, number][] = []
      for (let at = 0; at < bytes.length; at += size) {
        reader.push(bytes.subarray(at, at + size), (type, content) =>
          seen.push([String.fromCharCode(type), content.length]),
        )
      }
      expect(seen).toEqual([
        ['p', 7],
        ['S', 0],
        ['p', 9001],
      ])
    }
  })

  test('readRow distinguishes null from an empty string', () => {
    const row = Buffer.from([0, 3, 0, 0, 0, 1, 97, 255, 255, 255, 255, 0, 0, 0, 0])
    expect(readRow(row).map((value) => value?.toString() ?? null)).toEqual(['a', null, ''])
  })

  test('readError returns code, message and detail of an ErrorResponse', () => {
    const error = readError(Buffer.from('SERROR\0C23505\0Mtaken\0Dkey x\0\0'))
    expect(error).toMatchObject({ code: '23505', message: 'taken', detail: 'key x' })
  })
})

describe('MessageWriter', () => {
  test('MessageWriter encodes UTF-8 and null values, and replaces a null character in an SQL statement', () => {
    const bytes = new MessageWriter().bind('', ['é', null]).take()
    expect(bytes.includes(Buffer.from([0, 0, 0, 2, 0xc3, 0xa9, 255, 255, 255, 255]))).toBe(true)
    const parse = new MessageWriter().parse('a', 'select 1\0; x').take()
    expect(parse.indexOf(0, 7)).toBe(parse.length - 3)
  })
})

describe('StatementNames', () => {
  test('a statement with ilike is never prepared, so that PostgreSQL plans it for its actual values', () => {
    const names = new StatementNames()
    const text = 'select id from spaces where title ilike $1 limit 20'
    for (let use = 0; use < 3; use += 1)
      expect(names.use(text)).toEqual({ name: '', isParsed: false })
  })

  test('a statement longer than 8,192 characters is never prepared', () => {
    const names = new StatementNames()
    const text = `select ${'1, '.repeat(4000)} 1`
    for (let use = 0; use < 3; use += 1)
      expect(names.use(text)).toEqual({ name: '', isParsed: false })
  })

  test('a statement is prepared at its second use and reused after PostgreSQL has parsed it', () => {
    const names = new StatementNames()
    expect(names.use('a')).toEqual({ name: '', isParsed: false })
    const { name } = names.use('a')
    expect(name).not.toBe('')
    expect(names.use('a').name).toBe('')
    names.parsed('a')
    expect(names.use('a')).toEqual({ name, isParsed: true })
  })

  test('a statement gets a new name after its preparation failed, and the cache drops the least recently used names', () => {
    const names = new StatementNames()
    names.use('bad')
    const { name: failed } = names.use('bad')
    names.failed('bad')
    const again = names.use('bad')
    expect(again.isParsed).toBe(false)
    expect(['', failed]).not.toContain(again.name)
    for (let index = 0; index < 300; index++) {
      names.use(`q${index}`)
      names.use(`q${index}`)
      names.parsed(`q${index}`)
      names.use('q0')
    }
    expect(names.use('q0').isParsed).toBe(true)
    expect(names.use('q1').isParsed).toBe(false)
    expect(names.takeDropped().length).toBeGreaterThan(40)
    expect(names.takeDropped()).toEqual([])
  })
})
