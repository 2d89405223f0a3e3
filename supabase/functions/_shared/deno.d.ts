/** The subset of Deno's API that Supabase's edge runtime and `backend/` provide. */
declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Response | Promise<Response>): unknown
}
