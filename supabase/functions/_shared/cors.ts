const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
}

/** The answer to a browser that asks whether it may call. Hosted Supabase leaves it to functions. */
export function preflight(): Response {
  return new Response(null, { status: 204, headers: corsHeaders })
}

export function withCors(response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
  return response
}
