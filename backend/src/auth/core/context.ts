import type postgres from 'postgres'
import type { AuthConfig } from '#backend/config/auth-config.ts'
import type { Context } from '#backend/context.ts'
import type { Database, OwnerSql } from '#backend/platform/database.ts'
import type { Tokens } from '#backend/platform/jwt.ts'
import type { Log } from '#backend/platform/log.ts'
import type { SigningKeys } from '#backend/platform/signing-keys.ts'
import { type Passwords, createPasswords } from './passwords.ts'
import { type RefreshTokens, createRefreshTokens } from './refresh-tokens.ts'

export type Tx = postgres.TransactionSql

export type AuthContext = {
  sql: OwnerSql
  /** Runs one statement as the database owner in a single round trip. */
  query: Database['queryAsOwner']
  /** Runs several statements as the database owner in one transaction and a single round trip. */
  batch: Database['batchAsOwner']
  settings: AuthConfig
  siteUrl: string
  /** Current server secret, the key of new hashes and of cookie values. */
  serverSecret: string
  /** `serverSecret`, followed by the secrets that only verify existing hashes. */
  secrets: Context['secrets']
  log: Log
  tokens: Tokens
  keys: SigningKeys
  passwords: Passwords
  refreshTokens: RefreshTokens
}

export function createAuthContext(context: Context): AuthContext {
  const { config, database, log, tokens, keys, secrets } = context
  return {
    sql: database.owner,
    query: (statement) => database.queryAsOwner(statement),
    batch: (statements) => database.batchAsOwner(statements),
    settings: config.auth,
    siteUrl: config.siteUrl,
    serverSecret: secrets[0],
    secrets,
    log,
    tokens,
    keys,
    passwords: createPasswords(database.owner, config.auth.passwordHash),
    refreshTokens: createRefreshTokens(secrets),
  }
}
