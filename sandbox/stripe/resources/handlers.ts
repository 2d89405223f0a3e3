import { z } from 'zod'
import type { Handler } from '../core/context.ts'
import { noSuch } from '../core/errors.ts'
import { listPage } from '../core/lists.ts'
import { currency, mergeMetadata, pagination, read, type MetadataChange } from '../core/params.ts'
import type { Kept, Store } from '../core/store.ts'
import { emit } from '../webhooks/emit.ts'

/** Returns an object by its id. Throws a StripeError (resource_missing) for an unknown id. */
export function findObject<T>(
  store: Store,
  kind: string,
  id: string,
  { param = 'id', noun = kind } = {},
): T {
  const object = store.find<T>(kind, id)
  if (!object) throw noSuch(noun, id, param)
  return object
}

/** Returns a handler for `GET /v1/{kind}s/:id`. */
export function retrieve<T extends object>(kind: string, names = {}): Handler<T> {
  return ({ store, id }) => findObject<T>(store, kind, id, names)
}

/** Returns a handler for `GET /v1/{kind}s`, which filters objects by top-level fields. */
export function list(kind: string, filters: string[] = []): Handler {
  const filterOf = (name: string) => (name === 'currency' ? currency : z.string()).optional()
  const where = z.object(Object.fromEntries(filters.map((name) => [name, filterOf(name)])))
  const schema = z.strictObject({ ...where.shape, ...pagination })
  return ({ store, owner, params }) =>
    listPage(store, kind, `/v1/${kind}s`, read(schema, params), {
      owner,
      where: read(where, params),
    })
}

const eventsSchema = z.strictObject({
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  ...pagination,
})

export const listEvents: Handler = ({ store, owner, params }) => {
  const { type, types, ...page } = read(eventsSchema, params)
  return listPage(store, 'event', '/v1/events', page, {
    owner,
    where: { type },
    ...(types && { types }),
  })
}

type Described = Kept & { description?: string | null; metadata: Record<string, string> | null }

/** Returns a handler for `POST /v1/{kind}s/:id`, which updates description and metadata. */
export function update(
  kind: 'charge' | 'refund' | 'transfer',
  schema: z.ZodType<{ description?: string | undefined; metadata?: MetadataChange | undefined }>,
): Handler {
  return (call) => {
    const { description, metadata } = read(schema, call.params)
    const object = findObject<Described>(call.store, kind, call.id)
    if (description !== undefined) object.description = description
    object.metadata = mergeMetadata(object.metadata ?? {}, metadata)
    call.store.update(object)
    emit(call, `${kind}.updated`, object)
    return object
  }
}
