import { readEnvironment } from './environment.ts'
import { openInstallation } from './installation.ts'
import { openMonitoring } from './monitoring.ts'
import { runProgram } from './program.ts'
import { serveInstallation } from './serve.ts'

/** `npm run backend`: the backend alone, for the Supabase project that SUPABASE_DIR names. */
await runProgram(async (program) => {
  const environment = readEnvironment(process.env)
  const monitoring = await openMonitoring(program, environment)
  const installation = await openInstallation(program, environment, 'backend', monitoring)
  await serveInstallation(program, installation, monitoring)
  console.log(`\nThe backend is ready at ${environment.SITE_URL}\n`)
})
