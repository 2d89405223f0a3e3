import { runCommand } from './lifecycle.ts'
import { buildStep } from './web/build.ts'

/** `npm run build` builds the web app, so that `npm start` works without devDependencies. */
await runCommand(async (lifecycle) => {
  await buildStep(lifecycle)
  lifecycle.stop()
})
