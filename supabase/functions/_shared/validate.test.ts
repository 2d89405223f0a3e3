import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from './validate.ts'

const schema = z.object({
  note: z.string().default(''),
  details: z.record(z.string(), z.unknown()).optional(),
  tags: z.array(z.string()).optional(),
})
const message = 'Please remove the characters that cannot be displayed'

test.each([
  ['a NUL character', { note: 'a\0b' }, ['note']],
  ['an unpaired surrogate', { note: 'a\ud83d' }, ['note']],
  ['a NUL character in an array', { tags: ['a', '\0'] }, ['tags', '1']],
  ['a NUL character in a nested object', { details: { a: { b: '\0' } } }, ['details', 'a', 'b']],
  ['a NUL character in a key', { details: { 'a\0': 1 } }, ['details', 'a\0']],
])('validate returns the path of %s', (_, given, path) => {
  expect(validate(schema, given)).toEqual({ problem: { path, message } })
})

test('validate returns the path and message of a value that violates the schema', () => {
  const result = validate(z.object({ note: z.string('Please write a note') }), { note: 1 })
  expect(result).toEqual({ problem: { path: ['note'], message: 'Please write a note' } })
})

test('validate accepts emoji, line breaks and unknown properties with a NUL character', () => {
  const result = validate(schema, { note: 'Line 1\n👍\t\u0001', unknown: '\0' })
  expect(result).toEqual({ data: { note: 'Line 1\n👍\t\u0001' } })
})
