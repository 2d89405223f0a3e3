import { browserClient } from '#web/data/browser-client.ts'

/** A flow that came back without a session. `code` is the backend's. */
export class FailedArrival extends Error {
  override readonly name = 'FailedArrival'
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/**
 * Takes up the session that this page's address brings; the library does it as it starts. Throws
 * what the provider or the backend said instead.
 */
export async function arrive(): Promise<void> {
  // The library takes them out of the address.
  const refusal = refusalIn(location)
  const { auth } = await browserClient()
  const { error } = await auth.initialize()
  if (refusal) throw refusal
  if (error) throw error
  const { data } = await auth.getSession()
  if (!data.session) throw new FailedArrival('This link brought no sign-in with it')
}

/** What an address says of a flow that has failed, in its query or behind its `#`. */
export function refusalIn({ search, hash }: { search: string; hash: string }): Error | null {
  const found = [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)].find(
    (params) => params.has('error') || params.has('error_code'),
  )
  if (!found) return null
  return new FailedArrival(
    found.get('error_description') ?? 'The sign-in was refused',
    // Refusals of the backend's own have a code; a provider's have only their kind.
    found.get('error_code') ?? found.get('error') ?? undefined,
  )
}
