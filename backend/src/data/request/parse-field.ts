import type { Cursor } from './cursor.ts'
import { checkLimit } from './limits.ts'
import type { Field, JsonStep } from './query.ts'

/** Parses a column name with an optional JSON path, such as `column->key->0->>last`. */
export function parseField(cursor: Cursor): Field {
  return { name: cursor.name(), path: parseJsonPath(cursor) }
}

/** Parses a JSON path such as `->a->>0`, or an empty one. Throws ApiError PGRST100 if invalid. */
export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = []
  while (cursor.accept('->')) {
    const asText = cursor.accept('>')
    const key = cursor.name()
    checkLimit('jsonSteps', steps.length + 1)
    steps.push({ key: /^-?\d{1,9}$/.test(key) ? Number(key) : key, asText })
  }
  return steps
}
