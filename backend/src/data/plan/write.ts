import type { Payload } from '../request/parse-body.ts'
import type { Condition } from '../request/query.ts'

/** What a write does, before it is SQL. */
export type Write =
  | {
      kind: 'insert'
      payload: Payload
      /** What a row leaves out gets its column's default rather than null. */
      defaults: boolean
      conflict: Conflict | null
      /** PUT: what the one row in the body has to be like. */
      only: readonly Condition[] | null
    }
  | { kind: 'update'; payload: Payload; defaults: boolean; where: readonly Condition[] }
  | { kind: 'delete'; where: readonly Condition[] }

/** What happens to a row that is there already; without columns there is no such row. */
type Conflict = { action: 'merge' | 'ignore'; columns: readonly string[] }
