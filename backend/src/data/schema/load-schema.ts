import type { OwnerSql } from '#backend/platform/database.ts'
import {
  columnsQuery,
  constraintsQuery,
  functionsQuery,
  rolesQuery,
  viewsQuery,
} from './catalog-queries.ts'
import {
  type FunctionRow,
  isCallable,
  toComputedRelationship,
  toFunction,
  toSettings,
} from './functions.ts'
import {
  findRelationships,
  type ForeignKey,
  type LoadedRelation,
  type LoadedRelations,
} from './relationships.ts'
import {
  type Column,
  type ComputedRelationship,
  type DatabaseFunction,
  qualified,
  type Relation,
  type Role,
  type Schema,
} from './schema.ts'
import { addViewPrimaryKeys, foreignKeysOfViews, resolveViews } from './views.ts'

type RelationRow = Omit<Relation, 'columns' | 'primaryKey'> & {
  relation: string
  isPartition: boolean
  columns: (Column & { number: number })[]
}

type ConstraintRow = {
  name: string
  kind: 'p' | 'u' | 'f'
  relation: string
  columns: number[]
  target: string
  target_columns: number[]
}

type RoleRow = { name: string; can_enter: boolean; settings: string[] | null }

/** Reads the schema from PostgreSQL's catalog with the database owner's connection. */
export async function loadSchema(
  owner: OwnerSql,
  exposed: readonly string[],
  extraSearchPath: readonly string[] = [],
): Promise<Schema> {
  const rows = await owner.begin(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`
    // Sets an empty search_path, so that PostgreSQL qualifies names outside pg_catalog.
    await sql.unsafe(`set local search_path = ''`)
    const read = async <Row>(text: string, values: (readonly string[])[] = [exposed]) =>
      (await sql.unsafe(text, values as never[])) as unknown as Row[]
    return {
      relations: await read<RelationRow>(columnsQuery),
      constraints: await read<ConstraintRow>(constraintsQuery, []),
      views: await read<{ relation: string; tree: string }>(viewsQuery, []),
      functions: await read<FunctionRow>(functionsQuery, [exposed, extraSearchPath]),
      roles: await read<RoleRow>(rolesQuery, []),
    }
  })

  const loaded = loadRelations(rows.relations, rows.constraints)
  const foreignKeys = loadForeignKeys(rows.constraints, loaded)
  // Hides partitions, because reading a partition directly bypasses its parent's row-level
  // security.
  const partitions = new Set(
    rows.relations
      .filter(({ isPartition }) => isPartition)
      .map((row) => loaded.get(row.relation)?.relation),
  )
  const isExposed = (relation: Relation) =>
    exposed.includes(relation.schema) && !partitions.has(relation)
  const views = resolveViews(rows.views, loaded).filter(({ relation }) => isExposed(relation))
  addViewPrimaryKeys(
    views,
    rows.constraints.filter(({ kind }) => kind === 'p'),
  )
  const exposedKeys = [...foreignKeys, ...foreignKeysOfViews(views, foreignKeys, loaded)].filter(
    ({ from, to }) => isExposed(from) && isExposed(to),
  )
  const relations = [...loaded.values()]
    .map(({ relation }) => relation)
    .filter((relation) => isExposed(relation) && relation.kind !== 'type')

  const functions = new Map<string, DatabaseFunction[]>()
  const computedColumns = new Map<Relation, Map<string, DatabaseFunction>>()
  const computedRelationships = new Map<Relation, ComputedRelationship[]>()
  for (const row of rows.functions) {
    const databaseFunction = toFunction(row, loaded)
    const key = qualified(row.schema, row.name)
    if (exposed.includes(row.schema) && isCallable(databaseFunction)) {
      functions.set(key, [...(functions.get(key) ?? []), databaseFunction])
    }
    const rowType = row.argument_relation && loaded.get(row.argument_relation)?.relation
    if (rowType && databaseFunction.result.kind === 'scalar') {
      const ofRelation = computedColumns.get(rowType) ?? new Map<string, DatabaseFunction>()
      if (row.schema === rowType.schema || !ofRelation.has(row.name)) {
        computedColumns.set(rowType, ofRelation.set(row.name, databaseFunction))
      }
    }
    const computed = rowType && toComputedRelationship(rowType, databaseFunction)
    if (computed && isExposed(computed.to)) {
      const ofRelation = computedRelationships.get(rowType) ?? []
      computedRelationships.set(rowType, [...ofRelation, computed])
    }
  }

  return {
    exposed,
    relations: new Map(relations.map((each) => [qualified(each.schema, each.name), each])),
    relationships: findRelationships(exposedKeys, [...loaded.values()]),
    computedRelationships,
    functions,
    computedColumns,
    roles: new Map(rows.roles.map((role) => [role.name, toRole(role)])),
  }
}

function toRole({ can_enter, settings }: RoleRow): Role {
  return { canEnter: can_enter, settings: toSettings(settings ?? []) }
}

function loadRelations(rows: RelationRow[], constraints: ConstraintRow[]): LoadedRelations {
  const loaded = new Map<string, LoadedRelation>()
  const ofRelation = Map.groupBy(constraints, ({ relation }) => relation)
  for (const { relation: oid, columns, ...row } of rows) {
    const columnNames = new Map(columns.map((column) => [column.number, column.name]))
    const keys = (ofRelation.get(oid) ?? [])
      .filter((each) => each.kind !== 'f')
      .map((each) => ({ kind: each.kind, columns: names(columnNames, each.columns) }))
    const relation: Relation = {
      ...row,
      columns: new Map(columns.map((column) => [column.name, column])),
      primaryKey: keys.find((key) => key.kind === 'p')?.columns ?? [],
    }
    loaded.set(oid, { relation, columnNames, uniqueKeys: keys.map((key) => key.columns) })
  }
  return loaded
}

function loadForeignKeys(constraints: ConstraintRow[], loaded: LoadedRelations): ForeignKey[] {
  const foreignKeys: ForeignKey[] = []
  for (const row of constraints) {
    const from = loaded.get(row.relation)
    const to = loaded.get(row.target)
    if (row.kind !== 'f' || !from || !to) continue
    const fromColumns = names(from.columnNames, row.columns)
    const toColumns = names(to.columnNames, row.target_columns)
    foreignKeys.push({
      constraint: row.name,
      from: from.relation,
      to: to.relation,
      columns: fromColumns.map((name, index) => [name, toColumns[index] ?? ''] as const),
    })
  }
  return foreignKeys
}

function names(columnNames: ReadonlyMap<number, string>, numbers: readonly number[]): string[] {
  return numbers.map((number) => columnNames.get(number) ?? '')
}
