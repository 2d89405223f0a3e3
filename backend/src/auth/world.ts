import type { BackendConfig } from '#backend/config/config.ts'
import type { Context } from '#backend/context.ts'
import type { Database, OwnerSql } from '#backend/platform/database.ts'
import type { Tokens } from '#backend/platform/jwt.ts'
import type { Log } from '#backend/platform/log.ts'
import type { SigningKeys } from '#backend/platform/signing-keys.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createRefreshTokens, type RefreshTokens } from './refresh-tokens.ts'

/** What the endpoints of the auth service work with. */
export type AuthWorld = {
  database: Database
  /** The database as its owner. */
  sql: OwnerSql
  log: Log
  config: BackendConfig
  tokens: Tokens
  keys: SigningKeys
  passwords: Passwords
  refreshTokens: RefreshTokens
}

export function createWorld(context: Context): AuthWorld {
  const sql = context.database.owner
  return {
    database: context.database,
    sql,
    log: context.log,
    config: context.config,
    tokens: context.tokens,
    keys: context.keys,
    passwords: createPasswords(sql),
    refreshTokens: createRefreshTokens(context.config.jwtSecret),
  }
}
