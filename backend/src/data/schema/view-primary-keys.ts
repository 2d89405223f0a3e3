import type { LoadedRelations } from './loaded-relations.ts'
import { viewColumnOrigins } from './view-columns.ts'

type PrimaryKey = { relation: string; columns: readonly number[] }

/**
 * Gives views the primary keys of the tables they show, where they show all columns of a key, so
 * that rows can be named, put and merged through them.
 */
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

  /** Follows a column through views of views to the table it is stored in. */
  function storedColumn(relation: string, column: number): string | null {
    const ofView = origins.get(relation)
    if (!ofView) return `${relation}.${column}`
    const next = ofView.find((origin) => origin.column === column)
    return next ? storedColumn(next.relation, next.originColumn) : null
  }
}
