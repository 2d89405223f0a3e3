import { data } from 'react-router'
import type { Route } from './+types/space'
import { formatMoney } from '@hourspace/domain/money.ts'
import { serverClient } from '#web/data/backend.server.ts'
import { spaceCover } from './space-cover.ts'
import { findSpace } from '#web/data/space-details.ts'
import { drawSharePicture } from './share-picture.server.ts'
import { oncePerKey } from './once-per-key.ts'
import { jpegResponse } from './jpeg-response.ts'

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
