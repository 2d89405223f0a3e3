/** The little of Deno that functions use; Supabase's edge runtime and `backend/` provide it. */
declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}

/** Hosted Supabase alone has it: keeps a function alive after its answer. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined
