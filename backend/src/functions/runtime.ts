import { AsyncLocalStorage } from 'node:async_hooks'

export type FunctionHandler = (request: Request) => Response | Promise<Response>

/** What one run of a function, or the loading of its module, sees of the world. */
export type FunctionScope = {
  env: Readonly<Record<string, string>>
  /** `fetch` as the function sees it. */
  fetch: typeof fetch
  /** Called by `Deno.serve`. */
  serve: (handler: FunctionHandler) => void
}

const scopes = new AsyncLocalStorage<FunctionScope>()

/**
 * Runs `work` as a function sees the world: with a global `Deno` and a `fetch` of its own. They
 * exist in this asynchronous context alone, so the rest of the process never takes itself for
 * Deno, and two backends in one process keep apart.
 */
export function runInScope<T>(scope: FunctionScope, work: () => T): T {
  installGlobals()
  return scopes.run(scope, work)
}

/** Runs `work` outside every function, as the rest of the process sees the world. */
export function leaveScope<T>(work: () => T): T {
  return scopes.exit(work)
}

/** The little of Deno that functions use. */
const deno = {
  env: {
    get: (name: string) => scopes.getStore()?.env[name],
    has: (name: string) => name in (scopes.getStore()?.env ?? {}),
    toObject: () => ({ ...scopes.getStore()?.env }),
  },
  serve: (...args: [FunctionHandler] | [unknown, FunctionHandler]) => {
    const handler = args.length === 1 ? args[0] : args[1]
    scopes.getStore()?.serve(handler)
  },
}

let installed = false

function installGlobals(): void {
  if (installed) return
  installed = true
  Object.defineProperty(globalThis, 'Deno', {
    configurable: true,
    get: () => (scopes.getStore() ? deno : undefined),
  })
  let outside = globalThis.fetch
  Object.defineProperty(globalThis, 'fetch', {
    configurable: true,
    get: () => scopes.getStore()?.fetch ?? outside,
    set: (replacement: typeof fetch) => {
      outside = replacement
    },
  })
}
