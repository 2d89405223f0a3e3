import { relations, type ColumnInfo, type RelationInfo } from './catalogue.ts'
import { kinds } from './kinds.ts'
import { filterOf } from './generate-filter.ts'
import { addLevel, pathOf, type Parameters } from './generate-read.ts'
import type { Random } from './random.ts'
import { testRequest, type TestRequest } from './request-line.ts'

type Row = Record<string, unknown>

const writable = relations.filter(({ isWritable }) => isWritable)
const generated = new Set(['title_length'])

/** Generates a POST, PATCH, PUT or DELETE request, which is valid but may violate constraints. */
export function generateWrite(random: Random): TestRequest {
  const relation = random.pick(writable)
  const method = random.pick(['POST', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT'])
  const parameters: Parameters = []
  const headers: Record<string, string> = {}
  const prefer: string[] = []
  const returning = random.pick([
    'representation',
    'representation',
    'representation',
    'minimal',
    'headers-only',
    null,
  ])
  if (returning) prefer.push(`return=${returning}`)
  if (random.oneIn(5)) prefer.push('count=exact')
  if (random.oneIn(10)) prefer.push('tx=rollback')

  let body: string | null = null
  if (method === 'POST') body = insert(random, relation, parameters, headers, prefer)
  if (method === 'PATCH')
    body = JSON.stringify(rowOf(random, relation, random.some(settable(relation), 3)))
  if (method === 'PATCH' || method === 'DELETE') addKey(random, relation, parameters)
  if (method === 'PUT') {
    const row = rowOf(
      random,
      relation,
      relation.columns.filter(({ name }) => !generated.has(name)),
    )
    for (const name of relation.key) parameters.push([name, `eq.${String(row[name])}`])
    body = JSON.stringify(random.oneIn(3) ? [row] : row)
  }
  if (returning === 'representation') {
    const shown: Parameters = []
    const embeds = relation.embeds.filter(({ isComputed }) => !isComputed)
    addLevel(random, { ...relation, embeds }, shown, '', 1)
    parameters.push(...shown.filter(([name]) => isKept(method, name)))
    if (random.oneIn(6))
      headers['accept'] = random.pick([
        'application/vnd.pgrst.object+json',
        'text/csv',
        'application/vnd.pgrst.array+json;nulls=stripped',
      ])
  }
  if (random.oneIn(12))
    prefer.push(random.pick(['handling=strict', 'handling=lenient', 'timezone=Asia/Tokyo']))
  if (prefer.length > 0) headers['prefer'] = prefer.join(random.pick([', ', ',']))
  const as = random.oneIn(8) ? random.pick(['anon', 'user'] as const) : 'service'
  return testRequest(method, pathOf(relation.name, parameters), { as, headers, body })
}

function insert(
  random: Random,
  relation: RelationInfo,
  parameters: Parameters,
  headers: Record<string, string>,
  prefer: string[],
): string {
  const required = relation.columns.filter(
    ({ name }) => relation.key.includes(name) || mustHave.has(name),
  )
  const columns = [...new Set([...required, ...random.some(settable(relation), 4)])]
  const isBulk = random.oneIn(3)
  const rows = isBulk
    ? random.list(0, 3, () => rowOf(random, relation, columns))
    : [rowOf(random, relation, columns)]
  if (random.oneIn(4)) prefer.push(`resolution=${random.pick(['merge', 'ignore'])}-duplicates`)
  if (relation.key.length > 0 && random.oneIn(6))
    parameters.push(['on_conflict', relation.key.join(',')])
  if (isBulk && random.oneIn(3)) {
    parameters.push(['columns', columns.map(({ name }) => name).join(',')])
    prefer.push('missing=default')
    for (const row of rows) if (random.oneIn(2)) delete row[random.pick(columns).name]
  }
  if (random.oneIn(8)) {
    headers['content-type'] = 'text/csv'
    const line = (cells: unknown[]) => cells.map((cell) => csvCell(cell)).join(',')
    return [
      line(columns.map(({ name }) => name)),
      ...rows.map((row) => line(columns.map(({ name }) => row[name] ?? null))),
    ].join('\n')
  }
  return JSON.stringify(isBulk || random.oneIn(4) ? rows : rows[0])
}

/**
 * Whether a write keeps a query parameter that was generated for a read. No write keeps the order,
 * limit or offset of the top level.
 */
function isKept(method: string, name: string): boolean {
  if (name === 'select') return true
  if (method === 'PUT' || /^(order|limit|offset)$/.test(name)) return false
  return (name.includes('.') && !name.startsWith('not.')) || method !== 'POST'
}

/** Columns that an insert must set, because they have no default and cannot be null. */
const mustHave = new Set(['name', 'title', 'frames', 'hall', 'entry'])

function settable(relation: RelationInfo): ColumnInfo[] {
  return relation.columns.filter(({ name }) => !generated.has(name))
}

function rowOf(random: Random, relation: RelationInfo, columns: readonly ColumnInfo[]): Row {
  const value = ({ name, kind }: ColumnInfo): unknown => {
    const isKey = relation.key.includes(name) || name.endsWith('_id') || name === 'copy'
    if (isKey && kind !== 'uuid')
      return kind === 'text' ? random.pick(['theme', 'size', 'new']) : random.int(1, 7)
    const written = kinds[kind].written
    return random.pick(mustHave.has(name) ? written.filter((each) => each !== null) : written)
  }
  return Object.fromEntries(columns.map((column) => [column.name, value(column)]))
}

/** Adds the filter of a PATCH or DELETE request: usually for one row, rarely for all rows. */
function addKey(random: Random, relation: RelationInfo, parameters: Parameters): void {
  if (random.oneIn(12)) return
  if (relation.key.length === 0 || random.oneIn(3)) {
    const { column, operation } = filterOf(random, relation)
    parameters.push([column, operation])
    return
  }
  for (const name of relation.key) {
    const kind = relation.columns.find((column) => column.name === name)?.kind
    const value =
      kind === 'int' || kind === 'big'
        ? random.int(1, 5)
        : random.pick(kind === 'uuid' ? kinds.uuid.values : ['theme', 'size'])
    parameters.push([name, `eq.${value}`])
  }
}

function csvCell(value: unknown): string {
  if (value === null) return 'NULL'
  const text =
    typeof value === 'object'
      ? Array.isArray(value)
        ? `{${value.join(',')}}`
        : JSON.stringify(value)
      : String(value)
  return /[",\n]/.test(text) || text === '' ? `"${text.replace(/"/g, '""')}"` : text
}
