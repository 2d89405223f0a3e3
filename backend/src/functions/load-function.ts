import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInScope, type FunctionHandler, type FunctionScope } from './runtime.ts'

export const namePattern = /^[a-z0-9][a-z0-9-]*$/

export function entrypointOf(supabaseDir: string, name: string, entrypoint?: string): string {
  return join(supabaseDir, entrypoint ?? join('functions', name, 'index.ts'))
}

/** Handlers by module, cached because a process evaluates each module only once. */
const handlers = new Map<string, Promise<FunctionHandler>>()

/**
 * Returns the handler of an edge function, or null if the function does not exist. Rejects if the
 * function's module fails to load, or neither calls `Deno.serve` nor has a default export with
 * `fetch`.
 */
export function loadFunction(
  supabaseDir: string | null,
  name: string,
  scope: Omit<FunctionScope, 'serve'>,
  entrypoint?: string,
): Promise<FunctionHandler> | null {
  if (!supabaseDir || !namePattern.test(name)) return null
  const file = entrypointOf(supabaseDir, name, entrypoint)
  let handler = handlers.get(file)
  if (!handler) {
    if (!existsSync(file)) return null
    handler = importHandler(file, scope)
    handlers.set(file, handler)
    handler.catch(() => handlers.delete(file))
  }
  return handler
}

async function importHandler(
  file: string,
  scope: Omit<FunctionScope, 'serve'>,
): Promise<FunctionHandler> {
  let served: FunctionHandler | undefined
  const serve = (handler: FunctionHandler) => {
    served = handler
  }
  const module: { default?: { fetch?: FunctionHandler } } = await runInScope(
    { ...scope, serve },
    () => import(/* @vite-ignore */ pathToFileURL(file).href),
  )
  const handler = served ?? module.default?.fetch?.bind(module.default)
  if (!handler) throw new Error(`${file} does not call Deno.serve`)
  return handler
}
