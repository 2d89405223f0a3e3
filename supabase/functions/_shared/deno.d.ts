/**
 * The subset of Deno's API that functions use. Supabase's edge runtime and `backend/` provide it.
 */
declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}

/**
 * `EdgeRuntime.waitUntil` keeps a function running after its response. Available only in Supabase's
 * edge runtime.
 */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined
