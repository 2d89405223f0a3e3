import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import type { StorageWorld } from '#backend/storage/world.ts'

/** A lock that is not renewed for so long belongs to a process that is gone. */
const leaseMs = 3_000
const renewMs = 800
const pollMs = 100
const patienceMs = 15_000

/**
 * One writer an upload, of all processes: a row of the database that is renewed while it is held. No
 * connection is held with it, as there may be hundreds of slow uploads. Whoever comes later asks the
 * holder to let go: a sender that lost its connection comes back before the server has noticed.
 */
export function createLocker(world: StorageWorld): Locker {
  /** Held by this process, to be asked without the detour. */
  const held = new Map<string, RequestRelease>()
  return { newLock: (id) => createLock(world, held, id) }
}

function createLock(world: StorageWorld, held: Map<string, RequestRelease>, id: string): Lock {
  const { owner } = world.database
  const holder = crypto.randomUUID()
  let timer: NodeJS.Timeout | undefined

  const take = async (): Promise<boolean> => {
    const taken = await owner`
      insert into storage_internal.upload_locks as held (id, holder, expires_at)
      values (${id}::text::uuid, ${holder}, now() + make_interval(secs => ${leaseMs / 1000}))
      on conflict (id) do update
        set holder = excluded.holder, expires_at = excluded.expires_at, is_wanted = false
        where held.expires_at < now()
      returning id`
    if (taken.length > 0) return true
    await owner`
      update storage_internal.upload_locks set is_wanted = true
      where id = ${id}::text::uuid and not is_wanted`
    return false
  }

  /** Whether the lock may be kept: it still is ours, and nobody waits for it. */
  const renew = async (): Promise<boolean> => {
    const [row] = await owner<{ is_wanted: boolean }[]>`
      update storage_internal.upload_locks
      set expires_at = now() + make_interval(secs => ${leaseMs / 1000})
      where id = ${id}::text::uuid and holder = ${holder} returning is_wanted`
    return row !== undefined && !row.is_wanted
  }

  return {
    lock: async (signal, requestRelease) => {
      const until = Date.now() + patienceMs
      while (!(await take())) {
        if (signal.aborted) throw ERRORS.ABORTED
        if (Date.now() > until) throw { status_code: 423, body: 'The upload is being written\n' }
        await held.get(id)?.()
        await sleep(pollMs)
      }
      held.set(id, requestRelease)
      timer = setInterval(() => {
        renew().then(
          (mayKeep) => mayKeep || requestRelease(),
          (cause: unknown) => world.log.error('the lock of an upload was not renewed', cause),
        )
      }, renewMs).unref()
    },
    unlock: async () => {
      clearInterval(timer)
      held.delete(id)
      await owner`
        delete from storage_internal.upload_locks
        where id = ${id}::text::uuid and holder = ${holder}`
    },
  }
}
