import { readEnvironment } from './environment.ts'
import { serve } from './http/server.ts'
import { openInstallation } from './installation.ts'
import { backendRoute, openMonitoring } from './monitoring.ts'
import { runProgram } from './program.ts'
import { ensureWebBuilt } from './web/build.ts'

/** `npm start`: the whole marketplace in one process on one port. */
await runProgram(async (program) => {
  const environment = readEnvironment(process.env)
  // React and its router choose their fast build by this when they are loaded; what was set has been read above.
  process.env.NODE_ENV = 'production'
  const monitoring = await openMonitoring(program, environment)

  console.log(`\nHourspace starts; its data is in ${environment.HOURSPACE_DATA_DIR}\n`)
  const [, { world, webConnection }] = await program.together([
    program.step(
      (built) => (built ? 'Web app built' : 'Web app is up to date'),
      () => ensureWebBuilt(program.ending),
    ),
    openInstallation(program, environment, 'product', monitoring),
  ])
  await program.step('Ready to answer', async () => {
    const { openWeb } = await import('./web/app.ts')
    const web = await openWeb(webConnection, monitoring)
    const backend = monitoring.traced(world.fetch, backendRoute)
    const close = await serve({
      port: environment.PORT,
      host: environment.HOST,
      fetch: (request) =>
        world.serves(new URL(request.url).pathname) ? backend(request) : web(request),
      upgrade: world.upgrade,
    })
    program.onClose(close)
    await world.start()
  })
  const hint = webConnection.demo ? ' (demo data; start empty with SEED=none)' : ''
  console.log(`\nHourspace is ready at ${environment.SITE_URL}${hint}\n`)
})
