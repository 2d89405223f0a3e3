import type { Database } from '#backend/platform/database.ts'
import type { ColumnTypes } from './column-types.ts'
import type { Matching } from './matching.ts'
import type { TableShapes } from './table-shapes.ts'

/** What is needed to know tables as they are, and who asked for what of them. */
export type Tools = {
  readonly database: Database
  readonly types: ColumnTypes
  readonly shapes: TableShapes
  readonly matching: Matching
}
