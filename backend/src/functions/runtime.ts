import { AsyncLocalStorage } from 'node:async_hooks'

export type FunctionHandler = (request: Request) => Response | Promise<Response>

/** Environment of an edge function while its module loads and during each request. */
export type FunctionScope = {
  env: Readonly<Record<string, string>>
  /** The `fetch` that the edge function uses as its global. */
  fetch: typeof fetch
  /** Called when the edge function calls `Deno.serve`. */
  serve: (handler: FunctionHandler) => void
  /**
   * Called when the function calls `addEventListener('beforeunload', …)`. The listener runs when
   * the backend closes.
   */
  onUnload: (listener: UnloadListener) => void
  /** Called with errors that a function throws in a timer or after it has responded. */
  onStray: (cause: unknown) => void
}

/** A `beforeunload` listener. The backend waits for a promise that the listener returns. */
export type UnloadListener = (event: Event) => unknown

const scopes = new AsyncLocalStorage<FunctionScope>()

/**
 * Runs `work` with the globals of Supabase's edge runtime: `Deno`, `EdgeRuntime`,
 * `addEventListener`, and the `fetch` that `scope` provides.
 *
 * The globals exist only in this asynchronous context, so that other code in the process still
 * detects Node. Backends in one process stay separate.
 */
export function runInScope<T>(scope: FunctionScope, work: () => T): T {
  installGlobals()
  return scopes.run(scope, work)
}

/** Runs `work` outside any function scope, with the process's own globals. */
export function leaveScope<T>(work: () => T): T {
  return scopes.exit(work)
}

/**
 * Reports an uncaught error to the edge function that threw it. Returns false if no function threw
 * it.
 */
export function tookStrayError(cause: unknown): boolean {
  const scope = scopes.getStore()
  scope?.onStray(cause)
  return scope !== undefined
}

/** The parts of Supabase's `EdgeRuntime` that edge functions use. */
const edgeRuntime = {
  /** Keeps background work running after the response. */
  waitUntil: (work: Promise<unknown>) => {
    const scope = scopes.getStore()
    work.catch((cause: unknown) => scope?.onStray(cause))
  },
}

/** The parts of `Deno` that edge functions use. */
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
