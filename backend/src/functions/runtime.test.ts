import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInScope, tookStrayError, type FunctionScope } from './runtime.ts'

test('an uncaught error is attributed to the edge function that caused it, or to no function if other code caused it', () => {
  const heard: unknown[] = []
  const scope: FunctionScope = {
    env: {},
    fetch,
    serve: () => {},
    onUnload: () => {},
    onStray: (cause) => heard.push(cause),
  }
  expect(runInScope(scope, () => tookStrayError('an error'))).toBe(true)
  expect(tookStrayError('another')).toBe(false)
  expect(heard).toEqual(['an error'])
})

test('an error in a timer or an unhandled rejection of an edge function does not end the process', () => {
  const runtime = fileURLToPath(new URL('runtime.ts', import.meta.url))
  const program = `
    import { runInScope, tookStrayError } from ${JSON.stringify(runtime)}
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.on(event, (error) => tookStrayError(error) || process.exit(1))
    const scope = { env: {}, fetch, serve() {}, onUnload() {}, onStray: ({ message }) => console.log(message) }
    runInScope(scope, () => {
      setTimeout(() => { throw new Error('timer') }, 1)
      Promise.reject(new Error('rejected'))
    })
    setTimeout(() => console.log('alive'), 20)`
  const said = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
  expect(said.trim().split('\n')).toEqual(['rejected', 'timer', 'alive'])
})
