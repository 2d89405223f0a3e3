/** Step in a JSON path: `->key` or `->0`. The last step may be `->>`, which returns text. */
export type JsonStep = { key: string | number; asText: boolean }

export type Field = { name: string; path: readonly JsonStep[] }

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const

export type SelectColumn = {
  kind: 'column'
  field: Field
  alias: string | null
  /** Type to which the column is cast before it is aggregated. */
  cast: string | null
  aggregate: (typeof aggregates)[number] | null
  /** Type to which the aggregate's result is cast. */
  aggregateCast: string | null
}

export type Embed = {
  kind: 'embed'
  name: string
  alias: string | null
  hint: string | null
  inner: boolean
  /** Whether the embed's columns become columns of its parent, as in `...relation(…)`. */
  spread: boolean
  read: Read
}

export type SelectItem = { kind: 'star' } | SelectColumn | Embed

export type Quantifier = 'any' | 'all' | null

export type Operation =
  | { kind: 'compare'; operator: CompareOperator; quantifier: Quantifier; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { kind: 'search'; operator: SearchOperator; language: string | null; value: string }

export const compareOperators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

export type CompareOperator = keyof typeof compareOperators

/** Text search operators and the PostgreSQL functions that parse their search queries. */
export const searchOperators = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

export type SearchOperator = keyof typeof searchOperators

export type Condition =
  | { kind: 'filter'; field: Field; negated: boolean; operation: Operation }
  | { kind: 'logic'; operator: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }

export type OrderTerm = {
  /** For `order=relation(column)`, the to-one embed that contains the column. */
  relation: string | null
  field: Field
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** One query level of a read: the main relation or an embed. Its nested embeds are in `select`. */
export type Read = {
  select: SelectItem[]
  where: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}
