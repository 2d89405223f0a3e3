import { company } from '@hourspace/domain/company.ts'
import { bootstrap } from './bootstrap.ts'
import { readEnvironment } from './environment/environment.ts'
import { firstAdminLink } from './first-admin.ts'
import { runCommand } from './lifecycle.ts'
import { openMonitoring } from './monitoring.ts'
import { serve } from './serve.ts'
import { buildStep, requireWebBuild } from './web/build.ts'

/** `npm start` starts the whole marketplace on one port. */
await runCommand(async (lifecycle) => {
  const environment = readEnvironment(process.env)
  const compiles = environment.NODE_ENV !== 'production'
  if (!compiles) requireWebBuild()
  // Sets NODE_ENV before React is imported, but after `readEnvironment` has read its original
  // value.
  process.env.NODE_ENV = 'production'
  const monitoring = await openMonitoring(lifecycle, environment)

  console.log(`\nStarting ${company.name} (data: ${environment.HOURSPACE_DATA_DIR})\n`)
  const [{ config, services }] = await lifecycle.all([
    bootstrap(lifecycle, environment, 'product', monitoring),
    ...(compiles ? [buildStep(lifecycle)] : []),
  ])
  const { WORKERS } = environment
  await lifecycle.step(WORKERS === 1 ? 'Server listening' : `${WORKERS} workers listening`, () =>
    serve(lifecycle, config, services, monitoring),
  )
  const hint = config.demo ? ' (demo data; start empty with SEED=none)' : ''
  const link = await firstAdminLink(config.keys.databaseUrl, environment.SITE_URL)
  console.log(`\n${company.name} is ready at ${environment.SITE_URL}${hint}\n`)
  if (link)
    console.log(
      `There is no admin yet. Sign in as the admin and open this link, once, within an hour:\n${link}\n`,
    )
})
