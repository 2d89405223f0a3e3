/** Where a view's column comes from, when it is another relation's column unchanged. */
type ColumnOrigin = { column: number; relation: string; originColumn: number }

const entry =
  /:resno (\d+) :resname (?:\\.|[^\s\\])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/y

/**
 * Reads the origins of a view's columns from the tree that PostgreSQL stores for it. Only the
 * outermost target list counts: it stands two braces deep, below its query; those of subqueries
 * stand deeper.
 */
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
