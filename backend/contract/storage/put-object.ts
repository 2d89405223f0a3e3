import type { Target } from '../target.ts'

/**
 * Uploads bytes with the service role under a new object name. Returns the name, and the status and
 * body of the response.
 */
export async function putInto(target: Target, bucket: string, bytes: Buffer, type = 'image/png') {
  const name = crypto.randomUUID()
  const answer = await fetch(`${target.url}/storage/v1/object/${bucket}/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${target.serviceRoleKey}`, 'Content-Type': type },
    body: new Uint8Array(bytes),
  })
  const body = (await answer.json()) as { statusCode?: string; message?: string }
  return { name, status: answer.status, ...body }
}
