import postgres from 'postgres'
import type { WireAddress } from './open-socket.ts'

/** Where a URL leads to, as postgres.js reads it. Nothing is connected. */
export function addressOf(url: string): WireAddress {
  const { host, port, path, user, pass, database, ssl } = postgres(url)
    .options as unknown as ParsedOptions
  return {
    host: host[0] ?? 'localhost',
    port: port[0] ?? 5432,
    path: path || undefined,
    user,
    password: pass ?? '',
    database,
    ssl,
  }
}

type ParsedOptions = {
  host: string[]
  port: number[]
  path: string | false | undefined
  user: string
  pass: string | null
  database: string
  ssl: WireAddress['ssl']
}
