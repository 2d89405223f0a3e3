import type { Command } from 'commander'
import { resolve } from 'node:path'
import { exportData, type Export } from '#launch/backup/export.ts'
import { importData } from '#launch/backup/import.ts'
import { folderStore } from '#launch/backup/store.ts'
import { openEmbedded } from '#launch/database.ts'
import { readEnvironment } from '#launch/environment/environment.ts'
import { loadKeys } from '#launch/keys.ts'
import { clusterUrl } from '#launch/postgres/cluster.ts'
import { setAction, withDatabase } from './command.ts'

export function addExportCommands(program: Command): void {
  setAction(
    program
      .command('export <folder>')
      .description(
        'write all rows, uploads and keys into a new folder, in a form that every version of PostgreSQL reads',
      ),
    ([folder]) =>
      withDatabase(async ({ databaseUrl, environment }) => {
        const made = await exportData({
          databaseUrl,
          dataDir: environment.HOURSPACE_DATA_DIR,
          store: folderStore(resolve(folder!)),
          supabaseDir: environment.SUPABASE_DIR,
        })
        return { data: summaryOf(made), text: `Exported ${describe(made)} to ${resolve(folder!)}.` }
      }),
  )
  setAction(
    program
      .command('import <export> <data-folder>')
      .description(
        'read an export into a new data folder, or with DATABASE_URL into an empty database',
      ),
    async ([folder, dataFolder]) => {
      const dataDir = resolve(dataFolder!)
      const environment = readEnvironment(process.env)
      const made = await importData({
        store: folderStore(resolve(folder!)),
        dataDir,
        supabaseDir: environment.SUPABASE_DIR,
        open: async (draft) => {
          const external = environment.DATABASE_URL
          if (external) return { databaseUrl: external, ownerUrl: external, stop: async () => {} }
          const keys = await loadKeys(draft)
          // Disables WAL archiving, because the new data folder has no base backup yet.
          const { url, stop } = await openEmbedded(
            { ...environment, HOURSPACE_DATA_DIR: draft, BACKUP_DIR: undefined },
            keys,
          )
          const superuserUrl = clusterUrl(Number(new URL(url).port), keys.databasePassword)
          return { databaseUrl: superuserUrl, ownerUrl: url, stop }
        },
      })
      return {
        data: { dataDir, ...summaryOf(made) },
        text: `Imported ${describe(made)}. Start it with HOURSPACE_DATA_DIR=${dataDir}.`,
      }
    },
  )
}

function summaryOf({ tables, files, version, postgres }: Export) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const uploads = Object.keys(files).filter((path) => path.startsWith('storage/')).length
  return { version, postgres, tables: tables.length, rows, uploads }
}

function describe(made: Export): string {
  const { tables, rows, uploads } = summaryOf(made)
  return `${rows} rows of ${tables} tables and ${uploads} files`
}
