import type { Caller } from '#backend/platform/caller.ts'
import type { Channel } from '../channel.ts'
import { frameText } from '../websocket-frame.ts'
import type { Subscription } from '../subscriptions.ts'
import type { Audience } from './audiences.ts'
import { untilVisible } from './commits.ts'
import type { RowChange } from './pgoutput.ts'
import { isRefusal } from './refusal.ts'
import { ToldChange } from './told-change.ts'
import type { Tools } from './tools.ts'
import { findVisible, readColumns } from './visible-rows.ts'

/** What of a change goes to an audience: the numbers of the subscriptions that wait for it. */
type Match = { told: ToldChange; subscriptions: Subscription[] }

/** Tells audiences of changes, in order. */
export class Delivery {
  readonly #tools: Tools

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /**
   * Sends to every audience what it asked for and may see. The database is asked once for each set
   * of claims, however many sockets and changes; rejects when it cannot be asked, with nothing sent.
   */
  async tell(
    changes: readonly RowChange[],
    audiences: readonly Audience[],
    onSent: (channel: Channel) => void,
  ): Promise<void> {
    const current = audiences.filter((audience) => !hasExpired(audience))
    const wanted = changes.filter((change) =>
      current.some(({ subscriptions }) => subscriptions.interestedIn(change).length > 0),
    )
    if (wanted.length === 0) return
    await untilVisible(this.#tools.database, new Set(wanted.map(({ xid }) => xid)))
    const told = await this.#prepare(wanted, current)
    const matches = await Promise.all(
      current.map((audience) => this.#tools.matching.find(told, audience)),
    )
    const seen = await this.#visible(current, matches)
    // In the order of the log, for all: frames of one change are shared.
    for (const change of told) {
      const frames = new Map<string, Buffer>()
      for (const [index, audience] of current.entries()) {
        const subscriptions = matches[index]?.get(change)
        if (subscriptions && seen[index]?.(change)) {
          send(audience, { told: change, subscriptions }, frames, onSent)
        }
      }
    }
  }

  async #prepare(changes: RowChange[], audiences: readonly Audience[]): Promise<ToldChange[]> {
    const roles = new Set(audiences.map(({ caller }) => caller.role))
    const relations = new Set(changes.map(({ relation }) => relation))
    await this.#tools.types.learn(
      [...relations].flatMap(({ columns }) => columns.map(({ typeId }) => typeId)),
    )
    const shapes = new Map(
      await Promise.all(
        [...relations].map(
          async (relation) => [relation, await this.#tools.shapes.get(relation, roles)] as const,
        ),
      ),
    )
    const told = changes.flatMap((change) => {
      const shape = shapes.get(change.relation)
      return shape?.sqlName ? [new ToldChange(change, shape, this.#tools.types)] : []
    })
    await Promise.all(
      told.filter(({ missing }) => missing.length > 0).map((one) => this.#complete(one)),
    )
    return told
  }

  async #complete(told: ToldChange): Promise<void> {
    if (!told.hasKey) return
    // A column may be gone since; then its value is.
    const [values] = await readColumns(this.#tools.database, told.shape, told.missing, [
      told,
    ]).catch(() => [])
    if (values) told.complete(values)
  }

  /** For each audience, whether it may see a change. Equal claims are asked for together. */
  async #visible(
    audiences: readonly Audience[],
    matches: readonly Map<ToldChange, Subscription[]>[],
  ): Promise<((told: ToldChange) => boolean)[]> {
    const asked = new Map<string, { caller: Caller; rows: Set<ToldChange> }>()
    for (const [index, { caller }] of audiences.entries()) {
      for (const told of matches[index]?.keys() ?? []) {
        if (!mustAsk(told, caller)) continue
        const claims = asked.get(caller.claimsJson) ?? { caller, rows: new Set() }
        asked.set(caller.claimsJson, claims)
        claims.rows.add(told)
      }
    }
    const answers = new Map(
      await Promise.all(
        [...asked].map(
          async ([id, { caller, rows }]) =>
            [
              id,
              await findVisible(this.#tools.database, caller, [...rows]).catch(refused),
            ] as const,
        ),
      ),
    )
    return audiences.map(({ caller }) => (told) => {
      if (!told.shape.rights.has(caller.role)) return false
      return !mustAsk(told, caller) || (answers.get(caller.claimsJson)?.has(told) ?? false)
    })
  }
}

/** Whoever the database refuses sees nothing. That it could not be asked is another matter. */
function refused(error: unknown): Set<ToldChange> {
  if (!isRefusal(error)) throw error
  return new Set()
}

/** Whether row-level security has a say: not in deletions, of which only the key is told. */
function mustAsk(told: ToldChange, { role }: Caller): boolean {
  const rights = told.shape.rights.get(role)
  if (told.change.type === 'DELETE' || !told.shape.isSecured) return false
  return rights !== undefined && !rights.seesEveryRow && told.hasKey && told.mayRead(rights)
}

function hasExpired({ channels: [first, ...rest] }: Audience): boolean {
  if (!first?.hasExpired(new Date())) return false
  for (const channel of [first, ...rest]) channel.connection.expire(channel)
  return true
}

function send(
  { caller, topic, version, channels }: Audience,
  { told, subscriptions }: Match,
  frames: Map<string, Buffer>,
  onSent: (channel: Channel) => void,
): void {
  const rights = told.shape.rights.get(caller.role)
  if (!rights) return
  // Subscriptions that look at other columns are told apart.
  const views = Map.groupBy(subscriptions, ({ select }) => select?.join() ?? '*')
  for (const group of views.values()) {
    const data = told.json(caller.role, rights, group[0]?.select ?? null)
    const ids = [...new Set(group.map(({ id }) => id))].join()
    const id = `${version} ${ids} ${caller.role} ${topic}`
    let frame = frames.get(id)
    if (!frame) {
      const payload = `{"ids":[${ids}],"data":${data}}`
      const name = JSON.stringify(topic)
      frame = frameText(
        version === '2.0.0'
          ? `[null,null,${name},"postgres_changes",${payload}]`
          : `{"topic":${name},"event":"postgres_changes","payload":${payload},"ref":null,"join_ref":null}`,
      )
      frames.set(id, frame)
    }
    for (const channel of channels) {
      const { connection } = channel
      // It may have been left, or joined anew, in the meantime.
      if (connection.channels.get(topic) !== channel) continue
      onSent(channel)
      connection.write(frame)
    }
  }
}
