import { AsyncLocalStorage } from 'node:async_hooks'

export type FunctionHandler = (request: Request) => Response | Promise<Response>

/** Environment of a function while its module loads and during each request. */
export type FunctionScope = {
  env: Readonly<Record<string, string>>
  /** The function's global `fetch`. */
  fetch: typeof fetch
  /** Called by `Deno.serve`. */
  serve: (handler: FunctionHandler) => void
  /** Called by `addEventListener('beforeunload', …)`. The listener runs when the backend closes. */
  onUnload: (listener: UnloadListener) => void
  /** Receives errors that are thrown outside a response: after it, or in a timer. */
  onStray: (cause: unknown) => void
}

/** Called before the runtime shuts down. The backend waits for a promise that it returns. */
export type UnloadListener = (event: Event) => unknown

const scopes = new AsyncLocalStorage<FunctionScope>()

/**
 * Runs `work` with the globals of Supabase's edge runtime: `Deno`, `EdgeRuntime`, `addEventListener` and the
 * scope's `fetch`. They exist only in this asynchronous context, so that other code in the process does not
 * take Node for Deno and backends in the same process stay separate.
 */
export function runInScope<T>(scope: FunctionScope, work: () => T): T {
  installGlobals()
  return scopes.run(scope, work)
}

/** Runs `work` outside any function scope, with the process's own globals. */
export function leaveScope<T>(work: () => T): T {
  return scopes.exit(work)
}

/** Reports an uncaught error to the function that threw it. Returns false when no function did. */
export function tookStrayError(cause: unknown): boolean {
  const scope = scopes.getStore()
  scope?.onStray(cause)
  return scope !== undefined
}

/** The parts of Supabase's `EdgeRuntime` that functions use. */
const edgeRuntime = {
  /** Keeps work running after the response. */
  waitUntil: (work: Promise<unknown>) => {
    const scope = scopes.getStore()
    work.catch((cause: unknown) => scope?.onStray(cause))
  },
}

/** The parts of `Deno` that functions use. */
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

function addEventListener(type: string, listener: UnloadListener): void {
  if (type === 'beforeunload') scopes.getStore()?.onUnload(AsyncLocalStorage.bind(listener))
}

let installed = false

function installGlobals(): void {
  if (installed) return
  installed = true
  for (const [name, value] of Object.entries({
    Deno: deno,
    EdgeRuntime: edgeRuntime,
    addEventListener,
  })) {
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
