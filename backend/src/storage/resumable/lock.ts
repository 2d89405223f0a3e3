import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import type { StorageContext } from '#backend/storage/context.ts'

/** Duration of a lease in milliseconds. A process with an expired lease counts as dead. */
const leaseMs = 3_000
const renewMs = 800
const pollMs = 100
const timeoutMs = 15_000

/**
 * Locks uploads across all processes. Each lock is a row with a lease, so that it occupies no
 * database connection. A waiting request asks the holder to release the lock, because a client may
 * reconnect before the server notices the lost connection.
 */
export function createLocker(context: StorageContext): Locker {
  /**
   * Functions that ask a holder in this process to release its lock, by upload id. Other processes
   * ask through the database.
   */
  const held = new Map<string, RequestRelease>()
  return { newLock: (id) => createLock(context, held, id) }
}

function createLock(context: StorageContext, held: Map<string, RequestRelease>, id: string): Lock {
  const { owner } = context.database
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

  /** Renews the lease. Returns false if it was lost or another request waits for the lock. */
  const renew = async (): Promise<boolean> => {
    const [row] = await owner<{ is_wanted: boolean }[]>`
      update storage_internal.upload_locks
      set expires_at = now() + make_interval(secs => ${leaseMs / 1000})
      where id = ${id}::text::uuid and holder = ${holder} returning is_wanted`
    return row !== undefined && !row.is_wanted
  }

  return {
    lock: async (signal, requestRelease) => {
      const until = Date.now() + timeoutMs
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
          (cause: unknown) =>
            context.log.error(
              'failed to renew the lock of a resumable upload; another request may take it over',
              cause,
            ),
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
