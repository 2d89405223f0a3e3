import { flushCompileCache } from 'node:module'
import { serveWorld, type WorldSpec } from './testing-world.ts'

/** A test's server in a process of its own, so that it can be killed. Talks to its parent over IPC. */
const world = await serveWorld(JSON.parse(process.argv[2] ?? '') as WorldSpec)
process.once('SIGTERM', () => void world.close().then(() => process.exit(0)))
// Without its parent nobody would ever stop it.
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
// Whoever is killed would not leave it.
flushCompileCache()
