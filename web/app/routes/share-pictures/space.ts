import type { Route } from './+types/space'
import { data } from 'react-router'
import { formatMoney } from '@hourspace/domain/money.ts'
import { serverClient } from '#web/data/backend.server.ts'
import type { ServerClient } from '#web/data/client.ts'
import { findSpace } from '#web/data/space-details.ts'
import { drawSharePicture, jpegResponse, oncePerKey } from './share-picture.server.ts'

const drawn = oncePerKey<Uint8Array<ArrayBuffer>>(100)

/** The picture of a space for link previews, drawn from its cover, title, place and price. */
export async function loader({ params }: Route.LoaderArgs) {
  const client = serverClient()
  const space = await findSpace(client, params.id)
  if (!space) throw data('Space not found', { status: 404 })

  const { title, location, country, capacity, price, currency } = space
  const words = {
    title,
    left: `${location}, ${country} · ${capacity === 1 ? '1 person' : `${capacity} people`}`,
    right: `${formatMoney(price, currency, { decimals: 0 })} an hour`,
  }
  const picture = await drawn(JSON.stringify([space.id, words, space.images[0]]), async () =>
    drawSharePicture({ ...words, photo: await spaceCover(client, space.images) }),
  )
  return jpegResponse(picture)
}

/** The first picture of a space as its bytes; undefined when there is none in our own storage. */
export async function spaceCover(
  client: Pick<ServerClient, 'storage'>,
  images: readonly string[],
): Promise<Uint8Array | undefined> {
  // Only what lies in our bucket: a listing must not make the server fetch an address of its choice.
  const name = /\/storage\/v1\/object\/public\/spaces\/([\w./-]+)$/.exec(images[0] ?? '')?.[1]
  // Nor one of its own through steps upwards.
  if (!name || name.includes('..')) return undefined
  const { data } = await client.storage.from('spaces').download(name)
  return data ? new Uint8Array(await data.arrayBuffer()) : undefined
}
