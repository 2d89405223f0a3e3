import type { Caller } from '#backend/platform/caller.ts'
import { getOrCreate } from '#backend/platform/get-or-create.ts'
import type { Channel } from '../connection.ts'
import { encodeEvent } from '../frames.ts'
import { frameMessage } from '../outbox.ts'
import type { Audience } from './audiences.ts'
import type { ChangeBinding } from './change-bindings.ts'
import type { ChangeContext } from './change-matcher.ts'
import { ChangePayload } from './change-payload.ts'
import { isPermanentError } from './permanent-error.ts'
import type { RowChange } from './pgoutput.ts'
import { findVisible, readColumns, untilVisible } from './visible-rows.ts'

/**
 * Sends changes in commit order to the audiences (groups of identical subscribers) that may read
 * them. If the promise rejects, nothing was sent.
 */
export async function deliverChanges(
  context: ChangeContext,
  changes: readonly RowChange[],
  audiences: readonly Audience[],
  onSent: (channel: Channel) => void,
): Promise<void> {
  const current = audiences.filter((audience) => !hasExpired(audience))
  const wanted = changes.filter((change) =>
    current.some(({ bindings }) => bindings.interestedIn(change).length > 0),
  )
  if (wanted.length === 0) return
  await untilVisible(context.database, new Set(wanted.map(({ xid }) => xid)))
  const payloads = await preparePayloads(context, wanted, current)
  const matches = await Promise.all(
    current.map((audience) => context.matcher.find(payloads, audience)),
  )
  const isVisible = await visibility(context, current, matches)
  for (const payload of payloads) {
    const frames = new Map<string, Buffer>()
    for (const [index, audience] of current.entries()) {
      const bindings = matches[index]?.get(payload)
      if (bindings && isVisible(payload, audience.caller)) {
        send(audience, payload, bindings, frames, onSent)
      }
    }
  }
}

async function preparePayloads(
  { database, types, shapes }: ChangeContext,
  changes: readonly RowChange[],
  audiences: readonly Audience[],
): Promise<ChangePayload[]> {
  const roles = new Set(audiences.map(({ caller }) => caller.role))
  const relations = [...new Set(changes.map(({ relation }) => relation))]
  await types.learn(relations.flatMap(({ columns }) => columns.map(({ typeId }) => typeId)))
  const known = await Promise.all(relations.map((relation) => shapes.get(relation, roles)))
  const payloads = changes.flatMap((change) => {
    const shape = known[relations.indexOf(change.relation)]
    return shape?.sqlName ? [new ChangePayload(change, shape, types)] : []
  })
  const incomplete = payloads.filter(({ missing, hasKey }) => missing.length > 0 && hasKey)
  await Promise.all(
    incomplete.map(async (payload) => {
      const { shape, missing } = payload
      // Reads the large columns that the WAL omits. They stay missing if this query fails, for
      // example because a column was dropped after the change.
      const [values] = await readColumns(database, shape, missing, [payload]).catch(() => [])
      if (values) payload.complete(values)
    }),
  )
  return payloads
}

/**
 * Returns a function that checks whether a caller may read a change. Runs one query for all callers
 * with the same claims.
 */
async function visibility(
  { database }: ChangeContext,
  audiences: readonly Audience[],
  matches: readonly Map<ChangePayload, ChangeBinding[]>[],
): Promise<(payload: ChangePayload, caller: Caller) => boolean> {
  const pending = new Map<string, { caller: Caller; rows: Set<ChangePayload> }>()
  for (const [index, { caller }] of audiences.entries()) {
    for (const payload of matches[index]?.keys() ?? []) {
      if (!needsPolicyCheck(payload, caller)) continue
      const create = () => ({ caller, rows: new Set<ChangePayload>() })
      getOrCreate(pending, caller.claimsJson, create).rows.add(payload)
    }
  }
  const visible = new Map<string, Set<ChangePayload>>()
  await Promise.all(
    [...pending].map(async ([claimsJson, { caller, rows }]) => {
      const found = await findVisible(database, caller, [...rows]).catch(noneIfRefused)
      visible.set(claimsJson, found)
    }),
  )
  return (payload, caller) => {
    if (!payload.shape.rights.has(caller.role)) return false
    if (!needsPolicyCheck(payload, caller)) return true
    return visible.get(caller.claimsJson)?.has(payload) ?? false
  }
}

/**
 * Error handler of `findVisible`. After a permanent error, returns an empty set, so that no change
 * is sent. Rethrows all other errors, so that the delivery is retried.
 */
function noneIfRefused(error: unknown): Set<ChangePayload> {
  if (!isPermanentError(error)) throw error
  return new Set()
}

/** Deletions need no policy check, because clients receive only the key of a deleted row. */
function needsPolicyCheck(payload: ChangePayload, { role }: Caller): boolean {
  const rights = payload.shape.rights.get(role)
  if (payload.change.type === 'DELETE' || !payload.shape.isSecured) return false
  return rights !== undefined && !rights.seesEveryRow && payload.hasKey && payload.mayRead(rights)
}

function hasExpired({ channels }: Audience): boolean {
  if (!channels[0]?.hasExpired(new Date())) return false
  for (const channel of channels) channel.connection.expire(channel)
  return true
}

function send(
  { caller, topic, version, channels }: Audience,
  payload: ChangePayload,
  bindings: readonly ChangeBinding[],
  frames: Map<string, Buffer>,
  onSent: (channel: Channel) => void,
): void {
  const rights = payload.shape.rights.get(caller.role)
  if (!rights) return
  // Subscriptions that select different columns need separate frames.
  const views = Map.groupBy(bindings, ({ select }) => select?.join() ?? '*')
  for (const group of views.values()) {
    const data = payload.json(caller.role, rights, group[0]?.select ?? null)
    const ids = [...new Set(group.map(({ id }) => id))].join()
    // Audiences with the same protocol version, role, topic and subscriptions share a frame.
    const frame = getOrCreate(frames, `${version} ${ids} ${caller.role} ${topic}`, () => {
      const body = `{"ids":[${ids}],"data":${data}}`
      return frameMessage(encodeEvent(version, topic, 'postgres_changes', body))
    })
    for (const channel of channels) {
      const { connection } = channel
      // Skips channels that the client left or joined again during the queries.
      if (connection.channels.get(topic) !== channel) continue
      onSent(channel)
      connection.write(frame)
    }
  }
}
