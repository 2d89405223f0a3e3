import type { Client } from './client.ts'

export type SpaceType = { id: string; name: string; label: string }

/** Whether a type may have this name; the database says the same. It cannot be asked about all others. */
export const isTypeName = (name: string): boolean => /^[a-z0-9-]{1,60}$/.test(name)

/** Every type a space may have, oldest first. */
export async function spaceTypes(client: Client): Promise<SpaceType[]> {
  const { data, error } = await client
    .from('space_types')
    .select('id, name, label')
    .order('created_at')
  if (error) throw error
  return data
}

/** PostgreSQL's code of a value that must be unique and is not. */
const uniqueViolation = '23505'

/** Adds a space type as the signed-in person. `name` is stored in lower case. */
export async function addSpaceType(
  client: Client,
  { name, label }: Omit<SpaceType, 'id'>,
): Promise<SpaceType> {
  const { data, error } = await client
    .from('space_types')
    .insert({ name: name.toLowerCase(), label: label.trim() })
    .select('id, name, label')
    .single()
  if (error?.code === uniqueViolation) throw new Error('There is already a type with this ID')
  if (error) throw error
  return data
}
