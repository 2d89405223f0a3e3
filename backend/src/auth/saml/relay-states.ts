import type { Queryable } from '#backend/platform/database.ts'

/** Seconds a person has to come back from their provider; as long as a flow that waits for them. */
export const relayStateLifetime = 300

/** A sign-in by SAML that is under way. */
export type RelayState = {
  id: string
  sso_provider_id: string
  /** Id of our request, which the answer names. */
  request_id: string
  redirect_to: string | null
  flow_state_id: string | null
  /** Seconds since it began. */
  age: number
}

/** Takes a relay state out of the table: whatever becomes of the answer, there is no second one. */
export async function takeRelayState(sql: Queryable, id: string): Promise<RelayState | undefined> {
  const [state] = await sql<RelayState[]>`
    delete from auth.saml_relay_states where id = ${id}
    returning id, sso_provider_id, request_id, redirect_to, flow_state_id,
      extract(epoch from now() - created_at)::int as age`
  return state
}
