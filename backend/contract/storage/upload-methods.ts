import { clientOf, type Target } from '../target.ts'

/** Stores an image in the bucket `spaces` with one upload method and returns the object name. */
export type UploadMethod = (bytes: Buffer, type: string) => Promise<string>

/** Returns every upload method by name. Creates the bucket `elsewhere`, which accepts all types. */
export async function uploadMethods(
  target: Target,
  elsewhere: string,
): Promise<Record<string, UploadMethod>> {
  const { storage } = clientOf(target, target.serviceRoleKey)
  const spaces = storage.from('spaces')
  const { error } = await storage.createBucket(elsewhere)
  if (error) throw error
  const newName = () => `ways/${crypto.randomUUID()}`
  const asBlob = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type })

  async function done<T extends { error: unknown }>(answer: Promise<T>): Promise<T> {
    const given = await answer
    if (given.error) throw given.error
    return given
  }

  async function relocated(
    bytes: Buffer,
    contentType: string,
    bring: (name: string) => Promise<{ error: unknown }>,
  ): Promise<string> {
    const name = newName()
    await done(storage.from(elsewhere).upload(name, bytes, { contentType }))
    await done(bring(name))
    return name
  }
  const there = { destinationBucket: 'spaces' }

  return {
    raw: async (bytes, contentType) => {
      const { data } = await done(spaces.upload(newName(), bytes, { contentType }))
      return data!.path
    },
    form: async (bytes, type) => {
      const { data } = await done(spaces.upload(newName(), asBlob(bytes, type)))
      return data!.path
    },
    'signed URL': async (bytes, type) => {
      const { data } = await done(spaces.createSignedUploadUrl(newName()))
      await done(spaces.uploadToSignedUrl(data!.path, data!.token, asBlob(bytes, type)))
      return data!.path
    },
    pieces: async (bytes, type) => {
      const name = newName()
      const encoded = (text: string) => Buffer.from(text).toString('base64')
      const answer = await fetch(`${target.url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${target.serviceRoleKey}`,
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(bytes.length),
          'Upload-Metadata': `bucketName ${encoded('spaces')},objectName ${encoded(name)},contentType ${encoded(type)}`,
          'Content-Type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes),
      })
      if (answer.status !== 201) throw new Error(await answer.text())
      return name
    },
    copy: (bytes, type) =>
      relocated(bytes, type, (name) => storage.from(elsewhere).copy(name, name, there)),
    move: (bytes, type) =>
      relocated(bytes, type, (name) => storage.from(elsewhere).move(name, name, there)),
  }
}
