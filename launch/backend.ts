import { bootstrap } from './bootstrap.ts'
import { readEnvironment } from './environment/environment.ts'
import { runCommand } from './lifecycle.ts'
import { openMonitoring } from './monitoring.ts'
import { serve } from './serve.ts'

/** `npm run backend` starts only the backend of the Supabase project in SUPABASE_DIR. */
await runCommand(async (lifecycle) => {
  const environment = readEnvironment(process.env)
  const monitoring = await openMonitoring(lifecycle, environment)
  const { config, services } = await bootstrap(lifecycle, environment, 'backend', monitoring)
  await serve(lifecycle, config, services, monitoring)
  console.log(`\nThe backend is ready at ${environment.SITE_URL}\n`)
})
