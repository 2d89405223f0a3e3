import { expect, test } from 'vitest'
import { budgetSettings } from './data-api.ts'
import { readEnvironment } from './environment.ts'

test('data API limits are read from the DATA_API_* variables, which accept 0 except for DATA_API_WAIT_MS', () => {
  const environment = readEnvironment({
    DATA_API_VISITOR_RESPONSE_BYTES: '1000',
    DATA_API_VISITOR_CONCURRENT_STATEMENTS: '0',
  })
  expect(budgetSettings(environment)).toMatchObject({
    visitors: { responseBytes: 1000, concurrentStatements: 0, statementTimeoutMs: undefined },
  })
  expect(() => readEnvironment({ DATA_API_WAIT_MS: '0' })).toThrow('DATA_API_WAIT_MS must be')
})
