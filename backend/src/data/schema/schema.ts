/** The database as the data API sees it: loaded once, read by every plan. */
export type Column = {
  name: string
  /** Type as PostgreSQL writes it, e.g. `public.currency_code`, `numeric(2,1)`. */
  type: string
  /** The type below any domain; the same as `type` for others. */
  baseType: string
  isNullable: boolean
  /** SQL of the default, or null. */
  default: string | null
  /** Never written: `generated always as …`. */
  isGenerated: boolean
  /** Written by PostgreSQL unless given: identity columns. */
  isIdentity: boolean
  enumValues: string[] | null
  comment: string | null
}

/** A column of which nothing but its type is known, as a function gives it. */
export function plainColumn(name: string, type: string): Column {
  return {
    name,
    type,
    baseType: type,
    isNullable: true,
    default: null,
    isGenerated: false,
    isIdentity: false,
    enumValues: null,
    comment: null,
  }
}

export type Relation = {
  schema: string
  name: string
  kind: 'table' | 'view'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** A way from the rows of one relation to the rows of another. */
export type Relationship = {
  from: Relation
  to: Relation
  cardinality: Cardinality
  constraint: string
  /** Pairs of equal columns: [of `from`, of `to`]; through a junction see there. */
  columns: readonly (readonly [string, string])[]
  junction: Junction | null
  /** The side that holds the foreign key; names of single columns serve as targets and hints. */
  isReferencing: boolean
}

/** A function of one row that gives rows of a relation, embedded under its own name. */
export type ComputedRelationship = {
  kind: 'computed'
  schema: string
  name: string
  from: Relation
  to: Relation
  isToOne: boolean
}

export type Junction = {
  relation: Relation
  fromConstraint: string
  toConstraint: string
  /** Pairs [column of the source, column of the junction]. */
  fromColumns: readonly (readonly [string, string])[]
  /** Pairs [column of the junction, column of the target]. */
  toColumns: readonly (readonly [string, string])[]
}

export type FunctionParameter = {
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export type FunctionResult =
  | { kind: 'void' }
  | { kind: 'scalar'; type: string; isSet: boolean }
  /** Rows: of a relation's type, or with the columns of `returns table (…)`. */
  | {
      kind: 'rows'
      relation: Relation | null
      columns: ReadonlyMap<string, Column>
      isSet: boolean
    }

export type DatabaseFunction = {
  schema: string
  name: string
  parameters: readonly FunctionParameter[]
  result: FunctionResult
  isVolatile: boolean
  /** A set that is declared to hold one row at most: `returns setof … rows 1`. */
  givesOneRow: boolean
  /** What it is set to that holds for the whole transaction of a call. */
  settings: readonly Setting[]
}

/** A setting of PostgreSQL and its value. */
export type Setting = readonly [name: string, value: string]

export type Role = {
  /** Whether a request may take it. */
  canEnter: boolean
  /** What the role is set to, by `alter role … set …`; entering it by itself would not bring it. */
  settings: readonly Setting[]
}

export type Schema = {
  /** Schemas open to requests; the first is the default. */
  exposed: readonly string[]
  relations: ReadonlyMap<string, Relation>
  /** By the relation a request starts from. */
  relationships: ReadonlyMap<Relation, readonly Relationship[]>
  /** By the relation whose row they take. */
  computedRelationships: ReadonlyMap<Relation, readonly ComputedRelationship[]>
  /** Overloads by qualified name. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  /** Functions of one row: by relation, then by name. */
  computedColumns: ReadonlyMap<Relation, ReadonlyMap<string, DatabaseFunction>>
  roles: ReadonlyMap<string, Role>
}

/** Key of `relations` and `functions`. */
export function qualified(schema: string, name: string): string {
  return `${schema}\u0000${name}`
}
