import { expect, test } from 'vitest'
import type { Column } from '../schema/schema.ts'
import { describeDefault, describeType } from './describe-type.ts'

test.each([
  ['integer', { type: 'integer', format: 'int32' }],
  ['bigint', { type: 'integer', format: 'int64' }],
  ['numeric(3,1)', { type: 'number', format: 'numeric' }],
  ['character varying(20)', { type: 'string', format: 'character varying', maxLength: 20 }],
  ['bit(4)', { type: 'string', format: 'bit', maxLength: 4 }],
  ['text[]', { type: 'array', format: 'text[]', items: { type: 'string' } }],
  ['jsonb', { format: 'jsonb' }],
  ['jsonb[]', { type: 'array', format: 'jsonb[]', items: {} }],
  ['timestamp(3) with time zone', { type: 'string', format: 'timestamp with time zone' }],
  ['public.mood', { type: 'string', format: 'public.mood' }],
])('describeType maps the PostgreSQL type %s to JSON Schema', (type, description) => {
  expect(describeType(type)).toEqual(description)
})

test.each([
  ['integer', '7', 7],
  ['boolean', 'false', false],
  ['text', "'it''s'::text", "it's"],
  ['text', 'now()', undefined],
  ['integer', "nextval('a')", undefined],
  ['integer', null, undefined],
])('describeDefault of the type %s with the SQL default %s returns %s', (type, sql, value) => {
  expect(describeDefault({ baseType: type, default: sql } as Column)).toBe(value)
})
