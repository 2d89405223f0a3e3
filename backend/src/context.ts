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
  log: Log
}

export function createContext(config: BackendConfig): Context {
  const database = new Database(config.databaseUrl, {
    poolSize: config.poolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    visitorStatementTimeoutMs: config.rest.budgets.visitors.statementTimeoutMs,
    searchPath: [...config.rest.schemas, ...config.rest.extraSearchPath],
  })
  const keys = createSigningKeys(database.owner, {
    secret: config.jwtSecret,
    tokenSeconds: config.auth.accessTokenLifetime,
  })
  const apiKeys = { ...deriveApiKeys(config.jwtSecret), ...config.apiKeys }
  return {
    config,
    database,
    tokens: new Tokens(config.jwtSecret, keys.find, apiKeys),
    apiKeys,
    keys,
    log: createLog(config.logLevel, config.onError),
  }
}
