import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#backend/platform/database.ts'

const againMs = 1
const longestMs = 30_000

/**
 * Resolves once these transactions can be seen. The log tells of a commit as soon as it is written,
 * which is a moment before other sessions see what it did: whoever looks for its rows in that moment
 * would not find them.
 */
export async function untilVisible(database: Database, xids: ReadonlySet<number>): Promise<void> {
  const until = Date.now() + longestMs
  while (Date.now() < until) {
    const [row] = await database.queryAsOwner({
      text: 'select pg_current_snapshot()::text',
      values: [],
    })
    const snapshot = row?.[0]?.toString() ?? ''
    if ([...xids].every((xid) => isVisible(xid, snapshot))) return
    await sleep(againMs)
  }
}

/** Whether a transaction had ended for a snapshot as PostgreSQL writes it, `xmin:xmax:running,…`. */
export function isVisible(xid: number, snapshot: string): boolean {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':')
  if (isBefore(xid, xmin)) return true
  return isBefore(xid, xmax) && !running.split(',').some((one) => lowBits(one) === xid)
}

/** Numbers of transactions go round: of two, that one is before which is less than half a round away. */
function isBefore(xid: number, other: string): boolean {
  return ((xid - lowBits(other)) | 0) < 0
}

function lowBits(xid: string): number {
  return Number(BigInt(xid || '0') & 0xffffffffn)
}
