import { AsyncLocalStorage } from 'node:async_hooks'

export type FunctionHandler = (request: Request) => Response | Promise<Response>

/** What one run of a function, or the loading of its module, sees of the world. */
export type FunctionScope = {
  env: Readonly<Record<string, string>>
  /** `fetch` as the function sees it. */
  fetch: typeof fetch
  /** Called by `Deno.serve`. */
  serve: (handler: FunctionHandler) => void
  /** Hears of what went wrong outside an answer: after it, or in a timer. */
  onStray: (cause: unknown) => void
}

const scopes = new AsyncLocalStorage<FunctionScope>()

/**
 * Runs `work` as a function sees the world: with the globals `Deno` and `EdgeRuntime` and a `fetch` of
 * its own. They exist in this asynchronous context alone, so the rest of the process never takes itself
 * for Deno, and two backends in one process keep apart.
 */
export function runInScope<T>(scope: FunctionScope, work: () => T): T {
  installGlobals()
  return scopes.run(scope, work)
}

/** Runs `work` outside every function, as the rest of the process sees the world. */
export function leaveScope<T>(work: () => T): T {
  return scopes.exit(work)
}

/**
 * Takes note of an error that nobody caught, if a function's code threw it: it is the function's
 * failure and nobody else's. False for any other.
 */
export function tookStrayError(cause: unknown): boolean {
  const scope = scopes.getStore()
  scope?.onStray(cause)
  return scope !== undefined
}

/** The little of Supabase's own runtime that functions use. */
const edgeRuntime = {
  /** Work that goes on after the answer. */
  waitUntil: (work: Promise<unknown>) => {
    const scope = scopes.getStore()
    work.catch((cause: unknown) => scope?.onStray(cause))
  },
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
  for (const [name, value] of Object.entries({ Deno: deno, EdgeRuntime: edgeRuntime })) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (scopes.getStore() ? value : undefined),
    })
  }
  let outside = globalThis.fetch
  Object.defineProperty(globalThis, 'fetch', {
    configurable: true,
    get: () => scopes.getStore()?.fetch ?? outside,
    set: (replacement: typeof fetch) => {
      outside = replacement
    },
  })
}
