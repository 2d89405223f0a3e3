import type { Route } from './+types/space'
import { data } from 'react-router'
import { formatMoney } from '@hourspace/domain/money.ts'
import { serverClient } from '#web/data/backend.server.ts'
import type { ServerClient } from '#web/data/client.ts'
import { findSpace } from '#web/data/space-details.ts'
import { drawSharePicture, jpegResponse, oncePerKey } from './share-picture.server.ts'

const drawn = oncePerKey<Uint8Array<ArrayBuffer>>(100)

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

/** Returns the bytes of a space's first image; undefined if the image is not in our storage. */
export async function spaceCover(
  client: Pick<ServerClient, 'storage'>,
  images: readonly string[],
): Promise<Uint8Array | undefined> {
  // Reads only images in our storage, because a listing may contain any URL, which the server must
  // not fetch.
  const name = /\/storage\/v1\/object\/public\/spaces\/([\w./-]+)$/.exec(images[0] ?? '')?.[1]
  // Rejects '..' in the path, because such a path could lead out of the bucket.
  if (!name || name.includes('..')) return undefined
  // Downloads from the public URL, because row-level security lets only the owner download the
  // object itself.
  const { data } = await client.storage.from('public').download(`spaces/${name}`)
  return data ? new Uint8Array(await data.arrayBuffer()) : undefined
}
