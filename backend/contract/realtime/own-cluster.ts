import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { migrate } from '@hourspace/launch/migrate.ts'
import { findBinaries } from '@hourspace/launch/postgres/binaries.ts'
import { clusterUrl, ensureCluster } from '@hourspace/launch/postgres/cluster.ts'
import { stopProcess } from '@hourspace/launch/postgres/postmaster.ts'
import { testPort } from '@hourspace/launch/testing/run.ts'
import { startPostmaster, type Postmaster } from '@hourspace/launch/postgres/postmaster.ts'
import { chooseRunner } from '@hourspace/launch/postgres/runner.ts'
import { settings, nonDurableSettings } from '@hourspace/launch/postgres/cluster.ts'
import { runFolder } from '@hourspace/launch/testing/run.ts'

/** A PostgreSQL cluster that only one test file uses, with the backend's schemas installed. */
export type OwnCluster = {
  databaseUrl: string
  /** Connection pool of the superuser of the cluster. */
  sql: Sql
  /** Kills the PostgreSQL server process of the cluster with SIGKILL. */
  crash(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a PostgreSQL cluster in about 2 s. `changed` overrides the default settings for tests. */
export async function startCluster(changed: Record<string, string> = {}): Promise<OwnCluster> {
  const folder = mkdtempSync(join(runFolder(), 'cluster-'))
  chmodSync(folder, 0o755)
  const runner = chooseRunner(findBinaries(), join(folder, 'postgres'))
  await ensureCluster(runner, 'test', false)
  const port = await testPort()
  const flags = { ...settings, ...nonDurableSettings, ...changed, port: String(port) }
  const never = new AbortController().signal
  const launch = () => startPostmaster(runner, flags, join(folder, 'postgres.log'), never)
  let postmaster: Postmaster = await launch()
  const databaseUrl = clusterUrl(port, 'test')
  await migrate({ databaseUrl, supabaseDir: null })
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  return {
    databaseUrl,
    sql,
    crash: async () => {
      process.kill(postmaster.pid, 'SIGKILL')
      await postmaster.ended
    },
    restart: async () => {
      // Retries, because processes of the crashed server may briefly hold its shared memory.
      for (let attempt = 1; ; attempt += 1) {
        try {
          postmaster = await launch()
          return
        } catch (error) {
          if (attempt === 300) throw error
          await sleep(100)
        }
      }
    },
    stop: async () => {
      await sql.end({ timeout: 1 })
      if (postmaster.isRunning()) await stopProcess(postmaster.pid)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
