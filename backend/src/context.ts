import type { BackendConfig } from './config/config.ts'
import { deriveApiKeys, type ApiKeys } from './platform/api-keys.ts'
import { Database } from './platform/database.ts'
import { Tokens } from './platform/jwt.ts'
import { createLog, type Log } from './platform/log.ts'
import { createSigningKeys, type SigningKeys } from './platform/signing-keys.ts'

export type Context = {
  config: BackendConfig
  database: Database
  tokens: Tokens
  apiKeys: ApiKeys
  keys: SigningKeys
  /**
   * Secrets for encryption and keyed hashes. The first secret encrypts and hashes new data. The
   * others only decrypt and verify existing data.
   */
  secrets: readonly [string, ...string[]]
  log: Log
}

export function createContext(config: BackendConfig): Context {
  const database = new Database(config.databaseUrl, {
    poolSize: config.poolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    visitorStatementTimeoutMs: config.rest.budgets.visitors.statementTimeoutMs,
    searchPath: [...config.rest.schemas, ...config.rest.extraSearchPath],
  })
  const { jwtSecret, acceptedJwtSecrets } = config
  const jwtSecrets = [jwtSecret, ...acceptedJwtSecrets] as const
  const secrets = isNonEmpty(config.serverSecrets) ? config.serverSecrets : jwtSecrets
  const keys = createSigningKeys(database.owner, {
    secrets,
    tokenSeconds: config.auth.accessTokenLifetime,
  })
  const apiKeys = { ...deriveApiKeys(jwtSecret), ...config.apiKeys }
  return {
    config,
    database,
    tokens: new Tokens(jwtSecrets, keys.find, [apiKeys, ...acceptedJwtSecrets.map(deriveApiKeys)]),
    apiKeys,
    keys,
    secrets,
    log: createLog(config.logLevel, config.onError),
  }
}

function isNonEmpty<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0
}
