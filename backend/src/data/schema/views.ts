import type { ForeignKey, LoadedRelations } from './relationships.ts'
import type { Relation } from './schema.ts'

type ViewRow = { relation: string; tree: string }

/** A view. `names` maps table columns (`oid.number`) to the view columns that select them. */
type View = { relation: Relation; names: ReadonlyMap<string, readonly string[]> }

/** Finds the table column behind each view column, also through nested views. */
export function resolveViews(rows: readonly ViewRow[], loaded: LoadedRelations): View[] {
  const origins = new Map(rows.map(({ relation, tree }) => [relation, viewColumnOrigins(tree)]))
  return rows.flatMap((row) => {
    const view = loaded.get(row.relation)
    if (!view) return []
    const names = new Map<string, string[]>()
    for (const { column, relation, originColumn } of origins.get(row.relation) ?? []) {
      const stored = storedColumn(relation, originColumn)
      const name = view.columnNames.get(column)
      if (stored && name !== undefined) names.set(stored, [...(names.get(stored) ?? []), name])
    }
    return [{ relation: view.relation, names }]
  })

  /** Returns the table column behind a view column, or null if the view computes the column. */
  function storedColumn(relation: string, column: number, seen = new Set<string>()): string | null {
    const ofView = origins.get(relation)
    const stored = `${relation}.${column}`
    if (!ofView) return stored
    const next = ofView.find((origin) => origin.column === column)
    if (!next || seen.has(stored)) return null
    return storedColumn(next.relation, next.originColumn, seen.add(stored))
  }
}

/**
 * Derives the foreign keys of views from the foreign keys of their tables, so that requests can
 * embed views.
 */
export function foreignKeysOfViews(
  views: readonly View[],
  foreignKeys: readonly ForeignKey[],
  loaded: LoadedRelations,
): ForeignKey[] {
  const stored = new Map(
    [...loaded].map(([oid, { relation, columnNames }]) => [
      relation,
      new Map([...columnNames].map(([number, name]) => [name, `${oid}.${number}`])),
    ]),
  )
  return foreignKeys.flatMap((key) => {
    const froms = variants(key.from, (pair) => pair[0])
    const tos = variants(key.to, (pair) => pair[1])
    const pairs = froms.flatMap((from) => tos.map((to) => ({ from, to })))
    return pairs
      .filter(({ from, to }) => from.relation !== key.from || to.relation !== key.to)
      .map(({ from, to }) => ({
        constraint: key.constraint,
        from: from.relation,
        to: to.relation,
        columns: from.columns.map((name, index) => [name, to.columns[index] ?? ''] as const),
        inheritedFrom: key,
      }))

    function variants(relation: Relation, side: (pair: readonly [string, string]) => string) {
      const own = key.columns.map(side)
      const places = own.map((name) => stored.get(relation)?.get(name) ?? '')
      return [
        { relation, columns: own },
        ...views.flatMap((view) => {
          const shown = combinations(places.map((place) => view.names.get(place) ?? []))
          return shown.map((columns) => ({ relation: view.relation, columns }))
        }),
      ]
    }
  })
}

/** Returns the Cartesian product of the lists. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((before) => list.map((value) => [...before, value])),
    [[]],
  )
}

type PrimaryKey = { relation: string; columns: readonly number[] }

/** Copies a primary key to views that select all of its columns, for PUT and upserts. */
export function addViewPrimaryKeys(
  views: readonly View[],
  primaryKeys: readonly PrimaryKey[],
): void {
  for (const { relation, names } of views) {
    relation.primaryKey = primaryKeys.flatMap((key) => {
      const shown = key.columns.flatMap(
        (column) => names.get(`${key.relation}.${column}`)?.[0] ?? [],
      )
      return shown.length === key.columns.length ? shown : []
    })
  }
}

/** Column of a table or view that a view column selects unchanged. */
type ColumnOrigin = { column: number; relation: string; originColumn: number }

const entry =
  /:resno (\d+) :resname (?:\\.|[^\s\\])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/y

/** Finds column origins in a parse tree, whose outermost target list is at brace depth two. */
export function viewColumnOrigins(tree: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  let depth = 0
  for (let at = 0; at < tree.length; at++) {
    const character = tree[at]
    if (character === '\\') at++
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (character === ':' && depth === 2) {
      entry.lastIndex = at
      const [, column, relation, originColumn] = entry.exec(tree) ?? []
      if (!column || !relation || relation === '0') continue
      origins.push({ column: Number(column), relation, originColumn: Number(originColumn) })
    }
  }
  return origins
}
