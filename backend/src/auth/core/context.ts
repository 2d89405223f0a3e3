import type postgres from 'postgres'
import type { AuthConfig } from '#backend/config/auth-config.ts'
import type { Context } from '#backend/context.ts'
import type { Database, OwnerSql } from '#backend/platform/database.ts'
import type { Tokens } from '#backend/platform/jwt.ts'
import type { Log } from '#backend/platform/log.ts'
import type { SigningKeys } from '#backend/platform/signing-keys.ts'
import { type Passwords, createPasswords } from './passwords.ts'
import { type RefreshTokens, createRefreshTokens } from './refresh-tokens.ts'

/** A transaction that runs as the database owner. */
export type Tx = postgres.TransactionSql

export type AuthContext = {
  /** Runs queries as the database owner, the only role that may read the schema `auth`. */
  sql: OwnerSql
  /** Runs one statement as the owner in a single round trip. */
  query: Database['queryAsOwner']
  /** Runs several statements as the owner in one transaction and a single round trip. */
  batch: Database['batchAsOwner']
  settings: AuthConfig
  siteUrl: string
  /** Secret from which the keys for hashes, cookies and stored client secrets are derived. */
  jwtSecret: string
  log: Log
  tokens: Tokens
  keys: SigningKeys
  passwords: Passwords
  refreshTokens: RefreshTokens
}

export function createAuthContext({ config, database, log, tokens, keys }: Context): AuthContext {
  return {
    sql: database.owner,
    query: (statement) => database.queryAsOwner(statement),
    batch: (statements) => database.batchAsOwner(statements),
    settings: config.auth,
    siteUrl: config.siteUrl,
    jwtSecret: config.jwtSecret,
    log,
    tokens,
    keys,
    passwords: createPasswords(database.owner),
    refreshTokens: createRefreshTokens(config.jwtSecret),
  }
}
