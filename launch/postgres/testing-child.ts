import { type PostgresOptions, startPostgres } from './supervisor.ts'

/** A supervisor that a test can kill. It sends PostgreSQL's URL and process id to the test. */
const cluster = await startPostgres(JSON.parse(process.argv[2] ?? '') as PostgresOptions)
process.send?.({ url: cluster.url, pid: cluster.pid() })
