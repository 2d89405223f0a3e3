import type { ServerClient } from '#web/data/client.ts'

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
