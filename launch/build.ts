import { runCommand } from './lifecycle.ts'
import { buildStep } from './web/build.ts'

/**
 * `npm run build`: builds the web app in advance, so that `npm start` works on machines without the development
 * packages.
 */
await runCommand(async (lifecycle) => {
  await buildStep(lifecycle)
  lifecycle.stop()
})
