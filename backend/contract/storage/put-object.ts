import type { Target } from '../target.ts'

/** Uploads bytes with the service role. Returns the object name, the status and the body. */
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
