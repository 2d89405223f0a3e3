import type { LoadedRelations } from './loaded-relations.ts'
import type { ForeignKey } from './relationships.ts'
import type { Relation } from './schema.ts'
import { viewColumnOrigins } from './view-columns.ts'

/** For a view: the name its column has, by relation and column it stems from. */
type ViewColumns = {
  view: Relation
  nameOf(relation: Relation, column: string): string | undefined
}

/**
 * The foreign keys that views inherit: a view that shows the columns of a key, on either side, can
 * be embedded as the table below it could.
 */
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

  /** Follows a column through views of views to the table it is stored in. */
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
