import { relationOf, relations, type RelationInfo } from './catalogue.ts'
import { kinds } from './kinds.ts'
import { filterOf, treeOf } from './generate-filter.ts'
import type { Random } from './random.ts'
import { testRequest, type TestRequest } from './request-line.ts'

/** Query parameters before percent-encoding by `pathOf`. */
export type Parameters = [name: string, value: string][]

export function pathOf(name: string, parameters: Parameters): string {
  const query = parameters.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
  return `/${name}${query === '' ? '' : `?${query}`}`
}

export function generateRead(random: Random): TestRequest {
  const relation = random.pick(relations)
  const isGrouped = random.oneIn(10)
  const parameters: Parameters = []
  if (isGrouped) parameters.push(['select', groupedOf(random, relation)])
  else addLevel(random, relation, parameters, '', 2)
  if (isGrouped) addFilters(random, relation, parameters, '')
  const headers: Record<string, string> = {}
  if (random.oneIn(4)) {
    headers['prefer'] =
      `count=${random.pick(isGrouped ? ['exact'] : ['exact', 'exact', 'planned', 'estimated'])}`
  }
  if (random.oneIn(12)) {
    const more = random.pick([
      'handling=strict',
      'handling=lenient',
      'timezone=Asia/Tokyo',
      'nonsense',
    ])
    headers['prefer'] = [headers['prefer'] ?? [], more].flat().join(', ')
  }
  if (random.oneIn(6)) headers['accept'] = random.pick(mediaTypes)
  const isOrdered = parameters.some(([name]) => name === 'order')
  if (isOrdered && random.oneIn(5))
    headers['range'] = random.pick(['0-1', '1-3', '0-', '2-', '1-1'])
  return testRequest(random.oneIn(12) ? 'HEAD' : 'GET', pathOf(relation.name, parameters), {
    as: random.oneIn(8) ? random.pick(['anon', 'user']) : 'service',
    headers,
  })
}

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.object',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'text/csv',
  'text/csv,application/json',
  '*/*',
  'application/vnd.pgrst.plan+json',
  'text/html, application/json;q=0.9, */*;q=0.8',
]

/** Adds the parameters of a query level and its embeds: select list, filters, order and page. */
export function addLevel(
  random: Random,
  relation: RelationInfo,
  parameters: Parameters,
  prefix: string,
  depth: number,
): void {
  if (prefix !== '' || random.oneIn(1.2)) {
    const select = selectOf(random, relation, parameters, prefix, depth)
    if (prefix === '') parameters.push(['select', select])
  }
  addFilters(random, relation, parameters, prefix)
  addPage(random, relation, parameters, prefix)
}

function addFilters(
  random: Random,
  relation: RelationInfo,
  parameters: Parameters,
  prefix: string,
): void {
  for (let count = random.pick([0, 0, 1, 1, 2]); count > 0; count--) {
    if (random.oneIn(4)) {
      const not = random.oneIn(4) ? 'not.' : ''
      parameters.push([`${prefix}${not}${random.pick(['and', 'or'])}`, treeOf(random, relation)])
    } else {
      const { column, operation } = filterOf(random, relation)
      parameters.push([prefix + column, operation])
    }
  }
}

/**
 * Adds limit and offset, and a total order that makes both servers return the same rows on a page.
 */
function addPage(
  random: Random,
  relation: RelationInfo,
  parameters: Parameters,
  prefix: string,
): void {
  const isOrdered = parameters.some(([name]) => name === `${prefix}order`)
  if (relation.key.length === 0 || isOrdered || !random.oneIn(2)) return
  const others = relation.columns.filter(({ kind }) => !['json', 'jsonb'].includes(kind))
  const terms = random.oneIn(2) ? random.some(others, 2).map(({ name }) => name) : []
  const order = [...terms, ...relation.key].map(
    (name) =>
      name +
      random.pick([
        '',
        '.asc',
        '.desc',
        '.desc.nullslast',
        '.nullsfirst',
        '.asc.nullsfirst',
        '.desc.nullsfirst',
      ]),
  )
  parameters.push([`${prefix}order`, order.join(',')])
  if (random.oneIn(2)) parameters.push([`${prefix}limit`, String(random.int(0, 4))])
  if (random.oneIn(3)) parameters.push([`${prefix}offset`, String(random.int(0, 2))])
}

/** Generates the select list of a query level. Adds the parameters of its embeds. */
function selectOf(
  random: Random,
  relation: RelationInfo,
  parameters: Parameters,
  prefix: string,
  depth: number,
): string {
  const items = random.oneIn(4) ? ['*'] : columnsOf(random, relation)
  if (depth > 0 && relation.embeds.length > 0 && random.oneIn(1.6)) {
    for (const embed of random.some(relation.embeds, 2)) {
      const target = relationOf(embed.to)
      const [name = '', hint] = embed.name.split('!')
      const alias = `e${items.length}`
      const isSpread = embed.isToOne && random.oneIn(6)
      const join = random.pick(['', '', '', '!inner', '!left'])
      const inner: Parameters = []
      const shown = isSpread || random.oneIn(2) ? alias : name
      const taken = items.some((item) => item.startsWith(`${name}(`) || item.startsWith(`${name}!`))
      const own = taken ? alias : shown
      const below = isSpread
        ? columnsOf(random, target, `${alias}_`).join(',')
        : selectOf(random, target, inner, `${prefix}${own}.`, depth - 1)
      items.push(
        `${isSpread ? '...' : own === name ? '' : `${own}:`}${name}${hint ? `!${hint}` : ''}${join}(${below})`,
      )
      if (isSpread) continue
      parameters.push(...inner)
      if (random.oneIn(3)) addFilters(random, target, parameters, `${prefix}${own}.`)
      if (!embed.isToOne && random.oneIn(3)) addPage(random, target, parameters, `${prefix}${own}.`)
      if (random.oneIn(8)) parameters.push([prefix + own, random.pick(['is.null', 'not.is.null'])])
      const isOrdered = parameters.some(([name]) => name === 'order')
      if (
        embed.isToOne &&
        prefix === '' &&
        !isOrdered &&
        relation.key.length > 0 &&
        random.oneIn(6)
      ) {
        parameters.push([
          'order',
          `${own}(${random.pick(target.columns.filter(({ kind }) => !['json', 'jsonb'].includes(kind))).name}),${relation.key.join(',')}`,
        ])
      }
    }
  }
  return items.join(',')
}

function columnsOf(random: Random, relation: RelationInfo, alias = ''): string[] {
  const names = random.some([...relation.columns, ...relation.computed], 5)
  return names.map((column, index) => {
    const isJson = column.kind === 'jsonb' || column.kind === 'json'
    const path =
      isJson && random.oneIn(2)
        ? random.pick(['->color', '->>color', '->cast->0->>name', '->>runtime', '->cast->-1'])
        : ''
    const cast = path === '' && random.oneIn(6) ? `::${random.pick(kinds[column.kind].casts)}` : ''
    const unsafe = column.kind === 'text' && cast === '::json'
    const own = alias !== '' ? `${alias}${index}:` : random.oneIn(8) ? `a${index}:` : ''
    return `${own}${column.name}${path}${unsafe ? '' : cast}`
  })
}

function groupedOf(random: Random, relation: RelationInfo): string {
  const groups = relation.columns.filter(({ kind }) => !['json', 'words'].includes(kind))
  const numbers = relation.columns.filter(({ kind }) =>
    ['int', 'numeric', 'big', 'float'].includes(kind),
  )
  const items = random.oneIn(2) ? random.some(groups, 2).map(({ name }) => name) : []
  const some = random.list(1, 2, () => {
    const { name } = random.pick(numbers.length > 0 ? numbers : relation.columns)
    const aggregate =
      numbers.length > 0 ? random.pick(['sum', 'avg', 'min', 'max', 'count']) : 'count'
    return random.oneIn(5) ? 'count()' : `${name}.${aggregate}()${random.oneIn(5) ? '::text' : ''}`
  })
  return [...items, ...some.map((item, index) => `g${index}:${item}`)].join(',')
}

/** Percent-encodes a string, except for the characters `,:()!*>` of PostgREST's syntax. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|28|29|21|2A|3E)/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )
}
