import type { Target } from '../target.ts'

/** Sends bytes to a bucket as the service, under a new name, which is returned with status and answer. */
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
