import type { Caller } from '#backend/platform/caller.ts'
import type { Channel } from '../channel.ts'
import { frameText } from '../outbox.ts'
import type { ChangeBinding } from './change-bindings.ts'
import type { Audience } from './audiences.ts'
import { untilVisible } from './visible-rows.ts'
import type { RowChange } from './pgoutput.ts'
import { isPermanentError } from './permanent-error.ts'
import { ChangePayload } from './change-payload.ts'
import type { ChangeContext } from './change-matcher.ts'
import { findVisible, readColumns } from './visible-rows.ts'

type Match = { payload: ChangePayload; bindings: ChangeBinding[] }

/** Sends changes to audiences (groups of identical subscribers), in commit order. */
export class ChangeDelivery {
  readonly #context: ChangeContext

  constructor(context: ChangeContext) {
    this.#context = context
  }

  /** Sends each change to every audience that may read it. Sends nothing if it rejects. */
  async deliver(
    changes: readonly RowChange[],
    audiences: readonly Audience[],
    onSent: (channel: Channel) => void,
  ): Promise<void> {
    const current = audiences.filter((audience) => !hasExpired(audience))
    const wanted = changes.filter((change) =>
      current.some(({ bindings }) => bindings.interestedIn(change).length > 0),
    )
    if (wanted.length === 0) return
    await untilVisible(this.#context.database, new Set(wanted.map(({ xid }) => xid)))
    const payloads = await this.#prepare(wanted, current)
    const matches = await Promise.all(
      current.map((audience) => this.#context.matcher.find(payloads, audience)),
    )
    const isVisible = await this.#visibility(current, matches)
    // Audiences with the same topic and bindings share a frame.
    for (const payload of payloads) {
      const frames = new Map<string, Buffer>()
      for (const [index, audience] of current.entries()) {
        const bindings = matches[index]?.get(payload)
        if (bindings && isVisible[index]?.(payload)) {
          send(audience, { payload, bindings }, frames, onSent)
        }
      }
    }
  }

  async #prepare(changes: RowChange[], audiences: readonly Audience[]): Promise<ChangePayload[]> {
    const roles = new Set(audiences.map(({ caller }) => caller.role))
    const relations = new Set(changes.map(({ relation }) => relation))
    await this.#context.types.learn(
      [...relations].flatMap(({ columns }) => columns.map(({ typeId }) => typeId)),
    )
    const shapes = new Map(
      await Promise.all(
        [...relations].map(
          async (relation) => [relation, await this.#context.shapes.get(relation, roles)] as const,
        ),
      ),
    )
    const payloads = changes.flatMap((change) => {
      const shape = shapes.get(change.relation)
      return shape?.sqlName ? [new ChangePayload(change, shape, this.#context.types)] : []
    })
    await Promise.all(
      payloads.filter(({ missing }) => missing.length > 0).map((one) => this.#complete(one)),
    )
    return payloads
  }

  async #complete(payload: ChangePayload): Promise<void> {
    if (!payload.hasKey) return
    // The query fails if a column was dropped since; the change is then sent without its values.
    const [values] = await readColumns(this.#context.database, payload.shape, payload.missing, [
      payload,
    ]).catch(() => [])
    if (values) payload.complete(values)
  }

  /** Returns, for each audience, a predicate for the changes that the audience may read. */
  async #visibility(
    audiences: readonly Audience[],
    matches: readonly Map<ChangePayload, ChangeBinding[]>[],
  ): Promise<((payload: ChangePayload) => boolean)[]> {
    const pending = new Map<string, { caller: Caller; rows: Set<ChangePayload> }>()
    for (const [index, { caller }] of audiences.entries()) {
      for (const payload of matches[index]?.keys() ?? []) {
        if (!needsPolicyCheck(payload, caller)) continue
        const claims = pending.get(caller.claimsJson) ?? { caller, rows: new Set() }
        pending.set(caller.claimsJson, claims)
        claims.rows.add(payload)
      }
    }
    const visible = new Map(
      await Promise.all(
        [...pending].map(
          async ([id, { caller, rows }]) =>
            [
              id,
              await findVisible(this.#context.database, caller, [...rows]).catch(noneIfRefused),
            ] as const,
        ),
      ),
    )
    return audiences.map(({ caller }) => (payload) => {
      if (!payload.shape.rights.has(caller.role)) return false
      return (
        !needsPolicyCheck(payload, caller) ||
        (visible.get(caller.claimsJson)?.has(payload) ?? false)
      )
    })
  }
}

/** A rejected caller receives no changes. Other errors are thrown, so that delivery is retried. */
function noneIfRefused(error: unknown): Set<ChangePayload> {
  if (!isPermanentError(error)) throw error
  return new Set()
}

/** Deletions skip row-level security, because only the key of a deleted row is sent. */
function needsPolicyCheck(payload: ChangePayload, { role }: Caller): boolean {
  const rights = payload.shape.rights.get(role)
  if (payload.change.type === 'DELETE' || !payload.shape.isSecured) return false
  return rights !== undefined && !rights.seesEveryRow && payload.hasKey && payload.mayRead(rights)
}

function hasExpired({ channels: [first, ...rest] }: Audience): boolean {
  if (!first?.hasExpired(new Date())) return false
  for (const channel of [first, ...rest]) channel.connection.expire(channel)
  return true
}

function send(
  { caller, topic, version, channels }: Audience,
  { payload, bindings }: Match,
  frames: Map<string, Buffer>,
  onSent: (channel: Channel) => void,
): void {
  const rights = payload.shape.rights.get(caller.role)
  if (!rights) return
  // Bindings that select different columns get separate frames.
  const views = Map.groupBy(bindings, ({ select }) => select?.join() ?? '*')
  for (const group of views.values()) {
    const data = payload.json(caller.role, rights, group[0]?.select ?? null)
    const ids = [...new Set(group.map(({ id }) => id))].join()
    const id = `${version} ${ids} ${caller.role} ${topic}`
    let frame = frames.get(id)
    if (!frame) {
      const body = `{"ids":[${ids}],"data":${data}}`
      const name = JSON.stringify(topic)
      frame = frameText(
        version === '2.0.0'
          ? `[null,null,${name},"postgres_changes",${body}]`
          : `{"topic":${name},"event":"postgres_changes","payload":${body},"ref":null,"join_ref":null}`,
      )
      frames.set(id, frame)
    }
    for (const channel of channels) {
      const { connection } = channel
      // The channel may have been left or rejoined while the queries ran.
      if (connection.channels.get(topic) !== channel) continue
      onSent(channel)
      connection.write(frame)
    }
  }
}
