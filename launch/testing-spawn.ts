import { fileURLToPath } from 'node:url'

const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** Environment of a process that a test starts: what one has compiled, no other compiles again. */
export const spawnEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: compiled,
})
