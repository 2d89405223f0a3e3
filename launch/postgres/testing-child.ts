import { type PostgresOptions, startPostgres } from './supervisor.ts'

/** A supervisor in a process of its own, so that a test can kill it. Tells its parent URL and process id. */
const cluster = await startPostgres(JSON.parse(process.argv[2] ?? '') as PostgresOptions)
process.send?.({ url: cluster.url, pid: cluster.pid() })
