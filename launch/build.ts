import { runProgram } from './program.ts'
import { ensureWebBuilt } from './web/build.ts'

/** `npm run build`: builds the web app ahead of `npm start`, as for a machine without the development packages. */
await runProgram(async (program) => {
  await program.step(
    (built) => (built ? 'Web app built' : 'Web app is up to date'),
    () => ensureWebBuilt(program.ending),
  )
  program.end()
})
