import { readEnvironment } from './environment.ts'
import { openInstallation } from './installation.ts'
import { openMonitoring } from './monitoring.ts'
import { runProgram } from './program.ts'
import { serveInstallation } from './serve.ts'
import { ensureWebBuilt } from './web/build.ts'

/** `npm start`: the whole marketplace on one port. */
await runProgram(async (program) => {
  const environment = readEnvironment(process.env)
  // What was set has been read; from here on React chooses its fast build.
  process.env.NODE_ENV = 'production'
  const monitoring = await openMonitoring(program, environment)

  console.log(`\nHourspace starts; its data is in ${environment.HOURSPACE_DATA_DIR}\n`)
  const [, installation] = await program.together([
    program.step(
      (built) => (built ? 'Web app built' : 'Web app is up to date'),
      () => ensureWebBuilt(program.ending),
    ),
    openInstallation(program, environment, 'product', monitoring),
  ])
  await program.step(
    environment.WORKERS === 1
      ? 'Ready to answer'
      : `${environment.WORKERS} workers ready to answer`,
    () => serveInstallation(program, installation, monitoring),
  )
  const hint = installation.blueprint.demo ? ' (demo data; start empty with SEED=none)' : ''
  console.log(`\nHourspace is ready at ${environment.SITE_URL}${hint}\n`)
})
