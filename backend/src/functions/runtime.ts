import { AsyncLocalStorage } from 'node:async_hooks'

export type FunctionHandler = (request: Request) => Response | Promise<Response>

/** Environment of an edge function while its module loads and during each request. */
export type FunctionScope = {
  env: Readonly<Record<string, string>>
  fetch: typeof fetch
  serve: (handler: FunctionHandler) => void
  /** Called when a function adds a `beforeunload` listener, which runs when the backend closes. */
  onUnload: (listener: UnloadListener) => void
  /** Called with an error that a function throws in a timer or after it has responded. */
  onStray: (cause: unknown) => void
}

/**
 * A `beforeunload` listener. If the listener returns a promise, the backend waits for the promise
 * before closing.
 */
export type UnloadListener = (event: Event) => unknown

const scopes = new AsyncLocalStorage<FunctionScope>()

/**
 * Runs `work` with the globals of Supabase's edge runtime. Only code in this asynchronous context
 * sees them, so that other code in the process still detects Node.
 */
export function runInScope<T>(scope: FunctionScope, work: () => T): T {
  installGlobals()
  return scopes.run(scope, work)
}

export function leaveScope<T>(work: () => T): T {
  return scopes.exit(work)
}

/** Reports an uncaught error to the edge function that threw it. Returns false for other errors. */
export function tookStrayError(cause: unknown): boolean {
  const scope = scopes.getStore()
  scope?.onStray(cause)
  return scope !== undefined
}

const edgeRuntime = {
  waitUntil: (work: Promise<unknown>) => {
    const scope = scopes.getStore()
    work.catch((cause: unknown) => scope?.onStray(cause))
  },
}

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
  const globals = { Deno: deno, EdgeRuntime: edgeRuntime, addEventListener }
  for (const [name, value] of Object.entries(globals)) {
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
