import type { Payload } from '../request/parse-body.ts'
import { ApiError } from '../respond/errors.ts'
import type { Column, Relation } from '../schema/schema.ts'
import { closestName } from './closest-name.ts'
import { identifier, literal, type Parameters } from './sql.ts'

/** The columns a payload writes. Throws ApiError PGRST204 for one the relation does not have. */
export function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return payload.keys.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    const closest = closestName(name, relation.columns.keys())
    throw new ApiError(
      400,
      'PGRST204',
      `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
      { hint: closest ? `Perhaps you meant the column '${closest}'.` : null },
    )
  })
}

/**
 * The payload as rows called `given`, typed like the columns they go to. With `defaults` a row has
 * the column's default where it says nothing.
 */
export function payloadSql(
  payload: Payload,
  columns: readonly Column[],
  defaults: boolean,
  parameters: Parameters,
): string {
  if (columns.length === 0 && !payload.isArray) return '(values (1)) as given'
  const place = parameters.add(payload.json)
  if (columns.length === 0) return `json_array_elements(${place}::json) as given`
  const list = columns.map(({ name, baseType }) => `${identifier(name)} ${baseType}`).join(', ')
  const withDefault = columns.filter((column) => column.default !== null)
  if (!defaults || withDefault.length === 0) {
    const read = payload.isArray ? 'json_to_recordset' : 'json_to_record'
    return `${read}(${place}::json) as given(${list})`
  }
  const values = withDefault.map((column) => `${literal(column.name)}, ${column.default}`)
  const rows = payload.isArray ? `${place}::jsonb` : `jsonb_build_array(${place}::jsonb)`
  return `(select jsonb_agg(jsonb_build_object(${values.join(', ')}) || each) as rows
    from jsonb_array_elements(${rows}) as each) as filled,
    jsonb_to_recordset(filled.rows) as given(${list})`
}
