import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { count, flag } from './values.ts'

/**
 * Limits of data API requests. The value 0 disables a limit, except for DATA_API_WAIT_MS. The
 * service role is not limited.
 */
export const budgetsSection = z.object({
  DATA_API_VISITOR_RESPONSE_BYTES: count
    .optional()
    .describe('Maximum response to a visitor (role `anon`), in bytes; 0 for no limit'),
  DATA_API_VISITOR_STATEMENT_TIMEOUT_MS: count
    .optional()
    .describe('Maximum duration of a visitor’s statement, in milliseconds; 0 for no limit'),
  DATA_API_VISITOR_CONCURRENT_STATEMENTS: count
    .optional()
    .describe('Visitors’ statements that run at once per IP address and process; 0 for no limit'),
  DATA_API_USER_RESPONSE_BYTES: count
    .optional()
    .describe('Maximum response to a signed-in user, in bytes; 0 for no limit'),
  DATA_API_USER_CONCURRENT_STATEMENTS: count
    .optional()
    .describe('Statements that run at once per signed-in user and process; 0 for no limit'),
  DATA_API_WAIT_MS: count
    .refine((value) => value >= 1, 'must be at least 1')
    .optional()
    .describe('How long a statement waits for its turn before status 429, in milliseconds'),
  DATA_API_BACK_REFERENCES: flag
    .optional()
    .describe('Allows back-references in patterns (`match`, `imatch`), which may take hours'),
})

export function budgetSettings(
  environment: z.output<typeof budgetsSection>,
): NonNullable<BackendConfigInput['rest']>['budgets'] {
  return {
    visitors: {
      responseBytes: environment.DATA_API_VISITOR_RESPONSE_BYTES,
      statementTimeoutMs: environment.DATA_API_VISITOR_STATEMENT_TIMEOUT_MS,
      concurrentStatements: environment.DATA_API_VISITOR_CONCURRENT_STATEMENTS,
    },
    users: {
      responseBytes: environment.DATA_API_USER_RESPONSE_BYTES,
      concurrentStatements: environment.DATA_API_USER_CONCURRENT_STATEMENTS,
    },
    waitMs: environment.DATA_API_WAIT_MS,
    backReferences: environment.DATA_API_BACK_REFERENCES,
  }
}
