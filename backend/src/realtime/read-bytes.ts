import { BodyTooLargeError } from '#backend/platform/body.ts'

/** The body of a request, read no further than `limitBytes`. Throws BodyTooLargeError. */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length')) > limitBytes) throw new BodyTooLargeError()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw new BodyTooLargeError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
