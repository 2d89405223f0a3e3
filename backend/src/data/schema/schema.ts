export type Column = {
  name: string
  /** Type as PostgreSQL formats it, such as `public.currency_code` or `numeric(2,1)`. */
  type: string
  baseType: string
  isNullable: boolean
  default: string | null
  /** Whether the column is `generated always as …` and cannot be written. */
  isGenerated: boolean
  /** Whether the column is an identity column, whose value PostgreSQL generates by default. */
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
  /** `type` means a composite type, whose rows only functions can return. */
  kind: 'table' | 'view' | 'type'
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** A possible join between the rows of two relations, which requests can use for embeds. */
export type Relationship = {
  from: Relation
  to: Relation
  cardinality: Cardinality
  constraint: string
  /**
   * Pairs [column of `from`, column of `to`]. The list is empty for a relationship through a
   * junction.
   */
  columns: readonly (readonly [string, string])[]
  junction: Junction | null
  /** Whether the foreign key belongs to `from` (and not to `to`). */
  isReferencing: boolean
}

/** A function from a row of `from` to rows of `to`. Embeds use the function's name. */
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
  /** Pairs [column of `from`, column of the junction]. */
  fromColumns: readonly (readonly [string, string])[]
  /** Pairs [column of the junction, column of `to`]. */
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
  /** Rows of `relation`, which is null for a composite type, `returns table` or OUT parameters. */
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
  /** Whether a set-returning function is declared with `rows 1`, which makes its embeds to-one. */
  givesOneRow: boolean
  /** Settings that must be set before the function is called. */
  settings: readonly Setting[]
}

export type Setting = readonly [name: string, value: string]

export type Role = {
  /** Whether requests may use this role, because it is granted to the role authenticator. */
  canEnter: boolean
  /** Settings made with `alter role … set …`, which PostgreSQL does not apply on `set role`. */
  settings: readonly Setting[]
}

export type Schema = {
  exposed: readonly string[]
  relations: ReadonlyMap<string, Relation>
  relationships: ReadonlyMap<Relation, readonly Relationship[]>
  computedRelationships: ReadonlyMap<Relation, readonly ComputedRelationship[]>
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  computedColumns: ReadonlyMap<Relation, ReadonlyMap<string, DatabaseFunction>>
  roles: ReadonlyMap<string, Role>
}

export function qualified(schema: string, name: string): string {
  return `${schema}\u0000${name}`
}
