import type postgres from 'postgres'

/** A connection or a transaction on it. */
export type Queryable = postgres.Sql | postgres.TransactionSql
