import { dayMs } from '@hourspace/domain/durations.ts'
import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'
import type { SpaceType } from './space-types.ts'

/** `isNew` marks types that a user added in the last 7 days. */
export type AdminSpaceType = SpaceType & { isNew: boolean }

export const adminSpaceTypes = (adminId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(adminId), 'space types'],
    queryFn: async (): Promise<AdminSpaceType[]> => {
      const { data } = await (
        await browserClient()
      )
        .from('space_types')
        .select('id, name, label, created_at')
        .order('created_at')
        .throwOnError()
      const createdAt = (type: { created_at: string }) => new Date(type.created_at).getTime()
      // Types that were created within a second of the oldest type came with the installation, so
      // they are not new.
      const installedAt = data[0] ? createdAt(data[0]) : 0
      const newSince = Math.max(installedAt + 1000, Date.now() - 7 * dayMs)
      return data.map((type) => ({ ...type, isNew: createdAt(type) > newSince }))
    },
    enabled: adminId !== undefined,
  })
