import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Queryable } from '#backend/platform/database.ts'
import { createLimiter } from '#backend/platform/limiter.ts'

const argon2 = promisify(argon2Callback)

/** Cost parameters of argon2id. `memory` is in KiB. */
type Cost = { memory: number; passes: number }

/** Computes at most two hashes at once, so that half of libuv's thread pool stays free. */
const limited = createLimiter(2, 400)

export type Passwords = ReturnType<typeof createPasswords>

/** Creates functions to hash and verify passwords. They throw TooBusyError if the queue is full. */
export function createPasswords(sql: Queryable, cost: Cost) {
  // Fake hash for unknown accounts, so that response times do not reveal which accounts exist.
  let decoy: Promise<string> | undefined

  async function matches(password: string, stored: string): Promise<boolean> {
    if (/^\$argon2id?\$/.test(stored)) return matchesArgon2(password, stored)
    // Verifies bcrypt hashes with pgcrypto. These hashes come from SQL seeds, GoTrue or the admin
    // API.
    if (!/^\$2[abxy]\$/.test(stored) || password.includes('\0')) return false
    // Replaces the bcrypt prefixes $2b$ and $2y$ with the equivalent $2a$, because pgcrypto does
    // not support them.
    const known = stored.replace(/^\$2[by]\$/, () => '$2a$')
    const [row] = await sql`select extensions.crypt(${password}, ${known}) = ${known} as matches`
    return row?.matches === true
  }

  async function isRight(password: string, stored: string | null | undefined): Promise<boolean> {
    decoy ??= hashArgon2(randomBytes(16).toString('hex'), cost)
    return (await matches(password, stored || (await decoy))) && Boolean(stored)
  }

  return {
    hash: (password: string) => limited(() => hashArgon2(password, cost)),

    /**
     * Verifies a password. Without a `stored` hash, takes as long as the check of a wrong password.
     */
    verify: (password: string, stored: string | null | undefined) =>
      limited(() => isRight(password, stored)),

    /**
     * Verifies a password like `verify`, but loads the hash with `begin` only when the check leaves
     * the queue. Response times therefore do not reveal whether the account exists. Aborting
     * `signal` removes the check from the queue.
     */
    verifyInTurn: (
      password: string,
      {
        begin,
        wrong,
        signal,
      }: {
        begin(): Promise<string | null | undefined>
        wrong(): Promise<void>
        signal: AbortSignal
      },
    ) =>
      limited(async () => {
        const isOwn = await isRight(password, await begin())
        if (!isOwn) await wrong()
        return isOwn
      }, signal),

    /** Whether the next sign-in must rehash the password, because the parameters are outdated. */
    isOutdated: (stored: string) => !stored.startsWith(`$argon2id$v=19$${parameters(cost)}$`),
  }
}

function parameters({ memory, passes }: Cost): string {
  return `m=${memory},t=${passes},p=1`
}

async function hashArgon2(password: string, cost: Cost): Promise<string> {
  const nonce = randomBytes(16)
  const options = { ...cost, parallelism: 1, tagLength: 32 }
  const tag = await argon2('argon2id', { ...options, message: password, nonce })
  return `$argon2id$v=19$${parameters(cost)}$${unpadded(nonce)}$${unpadded(tag)}`
}

async function matchesArgon2(password: string, stored: string): Promise<boolean> {
  const match = /^\$(argon2id?)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return false
  const expected = Buffer.from(match[6]!, 'base64')
  const tag = await argon2(match[1] === 'argon2i' ? 'argon2i' : 'argon2id', {
    message: password,
    nonce: Buffer.from(match[5]!, 'base64'),
    memory: Number(match[2]),
    passes: Number(match[3]),
    parallelism: Number(match[4]),
    tagLength: expected.length,
  })
  return timingSafeEqual(tag, expected)
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
