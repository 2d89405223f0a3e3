import type { ColumnInfo, RelationInfo } from './catalogue.ts'
import { kinds } from './kinds.ts'
import type { Random } from './random.ts'

const quantifiable = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])

type FilterParts = { column: string; operation: string }

/** Generates a valid filter, which may match no rows. */
export function filterOf(random: Random, relation: RelationInfo, nested = false): FilterParts {
  const column = random.pick([...relation.columns, ...relation.computed])
  if (column.kind === 'jsonb' && random.oneIn(2)) return pathFilter(random, column)
  const not = random.oneIn(5) ? 'not.' : ''
  return { column: column.name, operation: not + operationOf(random, column, nested) }
}

function operationOf(random: Random, column: ColumnInfo, nested: boolean): string {
  const { operators, values } = kinds[column.kind]
  const isWord = column.kind === 'bool' ? random.oneIn(2) : random.oneIn(6)
  if (operators.length === 0 || isWord) {
    const words = column.kind === 'bool' ? ['null', 'true', 'false', 'unknown'] : ['null']
    return `is.${random.pick(words)}`
  }
  const isListed = ['json', 'words'].includes(column.kind)
  if (!isListed && random.oneIn(6)) {
    const list = random.list(1, 3, () => quoted(random, random.pick(values)))
    return `in.(${list.join(',')})`
  }
  const operator = random.pick(operators)
  if (quantifiable.has(operator) && isPlain(column) && random.oneIn(8)) {
    const list = random
      .list(1, 3, () => `"${operator.endsWith('match') ? 'a.' : random.pick(values)}"`)
      .join(',')
    return `${operator}(${random.pick(['any', 'all'])}).{${list}}`
  }
  const given = random.pick(values)
  const value = operator.endsWith('match') ? given.replaceAll('*', '.') : given
  return `${operator}.${nested ? nestedValue(value) : value}`
}

function pathFilter(random: Random, column: ColumnInfo): FilterParts {
  const [path, operation] = random.pick([
    ['->>color', 'eq.b/w'],
    ['->>color', 'like.*w'],
    ['->runtime', 'gt.90'],
    ['->>runtime', 'eq.90'],
    ['->cast->0->>name', 'eq.Corinne'],
    ['->cast->-1->>name', 'is.null'],
    ['->cast', 'cs.[{"name":"Corinne"}]'],
    ['->>nope', 'is.null'],
    ['->"color"', 'eq."b/w"'],
  ] as const)
  return { column: column.name + path, operation: operation }
}

const isPlain = ({ kind }: ColumnInfo) => ['int', 'big', 'numeric', 'text', 'date'].includes(kind)

/** Generates nested conditions such as `(a.eq.1,not.or(…))`. */
export function treeOf(random: Random, relation: RelationInfo, depth = 2): string {
  const parts = random.list(1, 3, () => {
    if (depth > 0 && random.oneIn(4)) {
      const not = random.oneIn(3) ? 'not.' : ''
      return `${not}${random.pick(['and', 'or'])}${treeOf(random, relation, depth - 1)}`
    }
    const { column, operation } = filterOf(random, relation, true)
    return `${column}.${operation}`
  })
  return `(${parts.join(',')})`
}

function nestedValue(value: string): string {
  return (/[,()"\s]/.test(value) && !value.startsWith('{')) || value === ''
    ? doubleQuoted(value)
    : value
}

function quoted(random: Random, value: string): string {
  return random.oneIn(3) || /[,()"]/.test(value) ? doubleQuoted(value) : value
}

function doubleQuoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
