/** The parts of Deno that functions use. Supabase's edge runtime and `backend/` provide them. */
declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}

/** Keeps a function alive for work after its response. Missing outside Supabase's edge runtime. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined
