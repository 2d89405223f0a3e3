import { readEnvironment } from './environment.ts'
import { serve } from './http/server.ts'
import { openInstallation } from './installation.ts'
import { backendRoute, openMonitoring } from './monitoring.ts'
import { runProgram } from './program.ts'

/** `npm run backend`: the backend alone, for the Supabase project that SUPABASE_DIR names. */
await runProgram(async (program) => {
  const environment = readEnvironment(process.env)
  const monitoring = await openMonitoring(program, environment)
  const { world } = await openInstallation(program, environment, 'backend', monitoring)
  const close = await serve({
    port: environment.PORT,
    host: environment.HOST,
    fetch: monitoring.traced(world.fetch, backendRoute),
    upgrade: world.upgrade,
  })
  program.onClose(close)
  await world.start()
  console.log(`\nThe backend is ready at ${environment.SITE_URL}\n`)
})
