import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { clusterUrl } from '@hourspace/launch/postgres/cluster.ts'
import { createSentrySandbox, type SentrySandbox } from '@hourspace/sandbox/sentry/server.ts'
import { openClients, instances, monitoredInstance, type TestClients } from './instances.ts'

export type MonitoredInstance = {
  url: string
  clients: TestClients
  sentry: SentrySandbox
  /** Superuser connection to the database of the instance. */
  sql: Sql
  stop(): Promise<void>
}

const database = 'reported'

/** Starts Hourspace with a Sentry DSN and with its own empty database. */
export async function startMonitoredInstance(): Promise<MonitoredInstance> {
  const { url, port, dataDir } = monitoredInstance
  const sentry = await createSentrySandbox()
  const { databaseUrl, close } = await emptyDatabase()
  rmSync(dataDir, { recursive: true, force: true })
  const server = spawn('npm', ['start'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOURSPACE_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SEED: 'none',
      SENTRY_DSN: sentry.dsn,
      SENTRY_ENVIRONMENT: 'e2e',
      SENTRY_REPLAYS_SESSION_SAMPLE_RATE: '1',
    },
    stdio: 'ignore',
  })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const stop = async () => {
    await end(server)
    await sql.end()
    await close()
    await sentry.close()
  }
  try {
    await isReady(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, clients: openClients(monitoredInstance), sentry, sql, stop }
}

async function emptyDatabase(): Promise<{ databaseUrl: string; close: () => Promise<void> }> {
  const keys = JSON.parse(readFileSync(join(instances.present.dataDir, 'keys.json'), 'utf8')) as {
    databaseUrl: string
    databasePassword: string
  }
  const { port } = new URL(keys.databaseUrl)
  const superuserUrl = clusterUrl(Number(port), keys.databasePassword)
  const admin = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  const drop = () => admin.unsafe(`drop database if exists ${database} with (force)`)
  await drop()
  await admin.unsafe(`create database ${database}`)
  const databaseUrl = new URL(superuserUrl)
  databaseUrl.pathname = database
  return {
    databaseUrl: databaseUrl.href,
    close: async () => {
      await drop()
      await admin.end()
    },
  }
}

async function isReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('The server did not start in 300 s.')
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
