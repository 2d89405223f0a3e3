export type Column = {
  name: string
  /** Type as PostgreSQL formats it, such as `public.currency_code` or `numeric(2,1)`. */
  type: string
  baseType: string
  isNullable: boolean
  default: string | null
  /** Whether the column is `generated always as …` and cannot be written. */
  isGenerated: boolean
  /** Whether PostgreSQL generates a value if the write gives none (identity column). */
  isIdentity: boolean
  enumValues: string[] | null
  comment: string | null
}

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
  /** `type` is a composite type, whose rows only functions return. */
  kind: 'table' | 'view' | 'type'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** A join from the rows of one relation to the rows of another relation. */
export type Relationship = {
  from: Relation
  to: Relation
  cardinality: Cardinality
  constraint: string
  /** Pairs [column of `from`, column of `to`]; empty for a relationship through a junction. */
  columns: readonly (readonly [string, string])[]
  junction: Junction | null
  /** Whether `from` has the foreign key. */
  isReferencing: boolean
}

/** A function of one row that returns rows of a relation. Embeds use the function's name. */
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
  /** Pairs [column of the source relation, column of the junction]. */
  fromColumns: readonly (readonly [string, string])[]
  /** Pairs [column of the junction, column of the target relation]. */
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
  /** Rows of a relation's type, or of `returns table (…)`. */
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
  /** Whether a returned set has at most one row, as declared with `returns setof … rows 1`. */
  givesOneRow: boolean
  /** Settings of the function that must be set before the call. */
  settings: readonly Setting[]
}

export type Setting = readonly [name: string, value: string]

export type Role = {
  /** Whether requests may use the role: it is granted to the role authenticator. */
  canEnter: boolean
  /** Settings from `alter role … set …`, which `set role` alone does not apply. */
  settings: readonly Setting[]
}

export type Schema = {
  exposed: readonly string[]
  relations: ReadonlyMap<string, Relation>
  relationships: ReadonlyMap<Relation, readonly Relationship[]>
  computedRelationships: ReadonlyMap<Relation, readonly ComputedRelationship[]>
  /** Function overloads, keyed by qualified function name. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  computedColumns: ReadonlyMap<Relation, ReadonlyMap<string, DatabaseFunction>>
  roles: ReadonlyMap<string, Role>
}

export function qualified(schema: string, name: string): string {
  return `${schema}\u0000${name}`
}
