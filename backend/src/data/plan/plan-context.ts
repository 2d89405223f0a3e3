import type { Schema } from '../schema/schema.ts'
import type { Parameters } from './sql.ts'

/** What one statement is planned in. */
export type PlanContext = {
  schema: Schema
  parameters: Parameters
  /** Most rows a list holds, embedded lists included; null for no limit. */
  maxRows: number | null
  /** Whether aggregates may be selected. */
  aggregates: boolean
  /** Numbers the aliases of the statement. */
  aliasCount: number
}
