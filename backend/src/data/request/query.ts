/** A step into a JSON value: `->key` or `->0`. The last step may be `->>`, which returns text. */
export type JsonStep = { key: string | number; asText: boolean }

export type Field = { name: string; path: readonly JsonStep[] }

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const

export type SelectColumn = {
  kind: 'column'
  field: Field
  alias: string | null
  /** Cast that is applied to the column before the aggregate. */
  cast: string | null
  aggregate: (typeof aggregates)[number] | null
  /** Cast that is applied to the aggregate's result. */
  aggregateCast: string | null
}

export type Embed = {
  kind: 'embed'
  name: string
  alias: string | null
  hint: string | null
  inner: boolean
  /** Whether the columns become columns of the parent level, as requested with `...relation(…)`. */
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

/** Text search operators, each with the SQL function that parses its query. */
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
  /** In `relation(column)`, the to-one embed by whose column the rows are ordered. */
  relation: string | null
  field: Field
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** One level of a read; its embeds are in `select`. */
export type Read = {
  select: SelectItem[]
  where: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}
