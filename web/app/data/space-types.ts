import { type Client, notUnique } from './client.ts'

export type SpaceType = { id: string; name: string; label: string }

/** Checks the format of a space type's name in the same way as the database. */
export const isTypeName = (name: string): boolean => /^[a-z0-9-]{1,60}$/.test(name)

export async function spaceTypes(client: Client): Promise<SpaceType[]> {
  const { data } = await client
    .from('space_types')
    .select('id, name, label')
    .order('created_at')
    .throwOnError()
  return data
}

export const isEmailUnverified = (error: unknown): boolean =>
  (error as { details?: unknown }).details === 'email_not_verified'

/** Returns an error with a text for the user if another type has the ID or the display name. */
function duplicateError(error: { code: string; message: string }): Error | null {
  if (error.code !== notUnique) return null
  const field = error.message.includes('space_types_label_key') ? 'name' : 'ID'
  return new Error(`A type with this ${field} already exists`)
}

export async function addSpaceType(
  client: Client,
  { name, label }: Omit<SpaceType, 'id'>,
): Promise<SpaceType> {
  const { data, error } = await client
    .from('space_types')
    .insert({ name: name.toLowerCase(), label: label.trim() })
    .select('id, name, label')
    .single()
  if (error) throw duplicateError(error) ?? error
  return data
}

/** Renames a space type. Spaces of the type get the new name. Admins only. */
export async function renameSpaceType(
  client: Client,
  { id, name, label }: SpaceType,
): Promise<void> {
  const { error } = await client
    .from('space_types')
    .update({ name, label: label.trim() })
    .eq('id', id)
    .select('id')
    .single()
  if (error) throw duplicateError(error) ?? error
}

/** Deletes a space type and moves its spaces to the type `mergeInto`. Admins only. */
export async function removeSpaceType(
  client: Client,
  id: string,
  mergeInto: string | null,
): Promise<void> {
  await client
    .rpc('remove_space_type', { p_id: id, ...(mergeInto && { p_merge_into: mergeInto }) })
    .throwOnError()
}
