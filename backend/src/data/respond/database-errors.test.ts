import { describe, expect, test } from 'vitest'
import { fromDatabaseError } from './database-errors.ts'

const statusOf = (code: string, message = 'm', anonymous = false) =>
  fromDatabaseError({ code, message }, anonymous).status

test.each([
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['21000', 500],
  ['22023', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25P02', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['42501', 403],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53100', 503],
  ['53400', 500],
  ['54001', 500],
  ['55000', 500],
  ['57014', 500],
  ['57P01', 503],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['PT402', 402],
  ['PT100', 500],
  ['PTxyz', 500],
  ['XX000', 500],
  ['22P02', 400],
])('fromDatabaseError maps SQLSTATE %s to status %i', (code, status) => {
  expect(statusOf(code)).toBe(status)
})

test('fromDatabaseError derives the status from the message if one SQLSTATE has several causes', () => {
  expect(statusOf('22023', 'role "x" does not exist')).toBe(401)
  expect(statusOf('21000', 'UPDATE requires a WHERE clause')).toBe(400)
  expect(statusOf('42883', 'function xmlagg(text) does not exist')).toBe(406)
})

test('fromDatabaseError returns 401 with WWW-Authenticate if an anonymous caller lacks permission', () => {
  const error = fromDatabaseError({ code: '42501', message: 'm' }, true)
  expect([error.status, error.headers]).toEqual([401, { 'WWW-Authenticate': 'Bearer' }])
})

describe("raise sqlstate 'PGRST'", () => {
  const raised = (message: string, detail?: string) =>
    fromDatabaseError({ code: 'PGRST', message, ...(detail !== undefined && { detail }) }, false)

  test('fromDatabaseError builds the status, headers and body of an error raised with SQLSTATE PGRST', () => {
    const error = raised(
      '{"code":"PAY","message":"pay first","hint":"h"}',
      '{"status":402,"headers":{"X-Price":"5"}}',
    )
    expect(error).toMatchObject({
      status: 402,
      code: 'PAY',
      message: 'pay first',
      details: null,
      hint: 'h',
      headers: { 'x-price': '5' },
    })
  })

  test.each([
    ['pay', '{"status":402,"headers":{}}', "Invalid JSON value for MESSAGE: 'pay'"],
    ['{"code":"PAY"}', '{"status":402,"headers":{}}', 'Invalid JSON value for MESSAGE'],
    ['{"code":"PAY","message":"m"}', undefined, 'DETAIL is missing in the RAISE statement'],
    ['{"code":"PAY","message":"m"}', '{"status":402}', 'Invalid JSON value for DETAIL'],
    ['{"code":"PAY","message":"m"}', '{"status":42,"headers":{}}', 'Invalid JSON value for DETAIL'],
    ['{"code":"PAY","message":"m"}', '{"status":402,"headers":{"a b":"c"}}', 'Invalid JSON value'],
  ])(
    'fromDatabaseError returns PGRST121 for a raised PGRST error with message %s and detail %s',
    (message, detail, details) => {
      expect(raised(message, detail)).toMatchObject({
        status: 500,
        code: 'PGRST121',
        details: expect.stringContaining(details),
        hint: expect.stringContaining('must be a JSON object'),
      })
    },
  )
})

describe('SQLSTATEs that are client errors only with certain messages', () => {
  const twice = 'ON CONFLICT DO UPDATE command cannot affect row a second time'
  test.each([
    ['54001', 'stack depth limit exceeded', 400],
    ['21000', twice, 400],
    ['55000', 'cannot insert into view "v"', 405],
    ['55000', 'cannot update view "v"', 405],
    ['55000', 'cannot delete from view "v"', 405],
  ])(
    'fromDatabaseError treats SQLSTATE %s with message %s as a client error unless a function raised it',
    (code, message, status) => {
      const error = { code, message }
      const context = 'PL/pgSQL function f() line 1 at SQL statement'
      expect(fromDatabaseError(error, false)).toMatchObject({ status, code, message })
      expect(fromDatabaseError({ ...error, context }, false).status).toBe(500)
    },
  )

  test.each([
    ['21000', 'more than one row returned by a subquery used as an expression'],
    ['21000', 'MERGE command cannot affect row a second time'],
    ['55000', 'materialized view "v" has not been populated'],
    ['55000', 'cannot update table "t" because it does not have a replica identity'],
  ])('fromDatabaseError returns 500 for SQLSTATE %s with message %s', (code, message) => {
    expect(statusOf(code, message)).toBe(500)
  })
})
