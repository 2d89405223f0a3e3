import { type Blueprint, webConnection } from './blueprint.ts'
import { serve } from './http/server.ts'
import type { Installation } from './installation.ts'
import { backendRoute, type Monitoring } from './monitoring.ts'
import type { Program } from './program.ts'
import type { World } from './world.ts'

/** Serves an installation by as many processes as `WORKERS` says: this one alone, or workers of it. */
export async function serveInstallation(
  program: Program,
  { world, blueprint }: Installation,
  monitoring: Monitoring,
): Promise<void> {
  const workers = blueprint.environment.WORKERS
  if (workers === 1) {
    program.onClose(await serveHere(blueprint, world, monitoring))
    await world.start()
    return
  }
  const { openWorkers } = await import('./workers/primary.ts')
  await openWorkers(program, blueprint, workers)
  // What is done once for all of them is done here, where the stand-ins are.
  await world.start({ realtime: false })
}

/**
 * Answers on the public port in this process: backend, stand-ins and, where the product is served, its pages.
 *
 * @returns a function that closes the port.
 * @throws StartProblem when the port is taken or not allowed.
 */
export async function serveHere(
  blueprint: Blueprint,
  world: World,
  monitoring: Monitoring,
): Promise<() => Promise<void>> {
  const { parts, environment } = blueprint
  const answer = monitoring.traced(world.fetch, backendRoute)
  const render = parts === 'product' ? await openPages(blueprint, world, monitoring) : answer
  const { close } = await serve({
    port: environment.PORT,
    host: environment.HOST,
    fetch: (request) =>
      world.serves(new URL(request.url).pathname) ? answer(request) : render(request),
    upgrade: world.upgrade,
  })
  return close
}

async function openPages(blueprint: Blueprint, world: World, monitoring: Monitoring) {
  // React and its router choose their fast build by this when they are loaded; what was set has been read before.
  process.env.NODE_ENV = 'production'
  const { openWeb } = await import('./web/app.ts')
  return openWeb(webConnection(blueprint, world, monitoring), monitoring)
}
