import type { ForeignKey, LoadedRelations } from './relationships.ts'
import type { Relation } from './schema.ts'

type ViewColumns = {
  view: Relation
  nameOf(relation: Relation, column: string): string | undefined
}

/** Finds the foreign keys whose columns a view exposes, so that views can be embedded. */
export function foreignKeysOfViews(
  views: readonly { relation: string; tree: string }[],
  foreignKeys: readonly ForeignKey[],
  loaded: LoadedRelations,
): ForeignKey[] {
  const resolved = resolveViews(views, loaded)
  const inherited: ForeignKey[] = []
  for (const key of foreignKeys) {
    const froms = variants(key.from, (pair) => pair[0])
    const tos = variants(key.to, (pair) => pair[1])
    for (const from of froms) {
      for (const to of tos) {
        if (from.relation === key.from && to.relation === key.to) continue
        inherited.push({
          constraint: key.constraint,
          from: from.relation,
          to: to.relation,
          columns: from.columns.map((name, index) => [name, to.columns[index] ?? ''] as const),
          inheritedFrom: key,
        })
      }
    }

    function variants(relation: Relation, side: (pair: readonly [string, string]) => string) {
      const own = key.columns.map(side)
      const found = [{ relation, columns: own }]
      for (const { view, nameOf } of resolved) {
        const columns = own.map((column) => nameOf(relation, column))
        if (columns.every((name) => name !== undefined)) found.push({ relation: view, columns })
      }
      return found
    }
  }
  return inherited
}

function resolveViews(
  views: readonly { relation: string; tree: string }[],
  loaded: LoadedRelations,
): ViewColumns[] {
  const origins = new Map(views.map(({ relation, tree }) => [relation, viewColumnOrigins(tree)]))
  return views.flatMap(({ relation }) => {
    const view = loaded.get(relation)
    if (!view) return []
    const names = new Map<string, string>()
    for (const { column, relation: originOid, originColumn } of origins.get(relation) ?? []) {
      const base = baseColumn(originOid, originColumn)
      const name = view.columnNames.get(column)
      if (base && name && !names.has(base)) names.set(base, name)
    }
    const oids = new Map([...loaded].map(([oid, each]) => [each.relation, oid]))
    return [
      {
        view: view.relation,
        nameOf: (base, column) => names.get(`${oids.get(base)}.${column}`),
      },
    ]
  })

  function baseColumn(oid: string, column: number): string | null {
    const ofView = origins.get(oid)
    if (!ofView) {
      const name = loaded.get(oid)?.columnNames.get(column)
      return name === undefined ? null : `${oid}.${name}`
    }
    const next = ofView.find((origin) => origin.column === column)
    return next ? baseColumn(next.relation, next.originColumn) : null
  }
}

type PrimaryKey = { relation: string; columns: readonly number[] }

/** Sets the primary keys of views that expose a table's whole primary key, for PUT and upserts. */
export function addViewPrimaryKeys(
  views: readonly { relation: string; tree: string }[],
  primaryKeys: readonly PrimaryKey[],
  loaded: LoadedRelations,
): void {
  const origins = new Map(views.map(({ relation, tree }) => [relation, viewColumnOrigins(tree)]))
  for (const { relation } of views) {
    const view = loaded.get(relation)
    if (!view) continue
    const shown = new Map<string, string>()
    for (const { column, relation: from, originColumn } of origins.get(relation) ?? []) {
      const stored = storedColumn(from, originColumn)
      const name = view.columnNames.get(column)
      if (stored && name !== undefined && !shown.has(stored)) shown.set(stored, name)
    }
    view.relation.primaryKey = primaryKeys.flatMap((key) => {
      const names = key.columns.flatMap((column) => shown.get(`${key.relation}.${column}`) ?? [])
      return names.length === key.columns.length ? names : []
    })
  }

  /** Resolves a view's column through nested views to its table. */
  function storedColumn(relation: string, column: number): string | null {
    const ofView = origins.get(relation)
    if (!ofView) return `${relation}.${column}`
    const next = ofView.find((origin) => origin.column === column)
    return next ? storedColumn(next.relation, next.originColumn) : null
  }
}

/** Relation and column that a view's column selects unchanged. */
type ColumnOrigin = { column: number; relation: string; originColumn: number }

const entry =
  /:resno (\d+) :resname (?:\\.|[^\s\\])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/y

/** Reads column origins from a parse tree; the outermost target list is at brace depth two. */
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
