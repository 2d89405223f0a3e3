import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type postgres from 'postgres'
import { createVault } from './vault.ts'

/** A public key as the key set shows it. */
type PublicJwk = JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig' }

type StoredKey = {
  id: string
  public_jwk: JsonWebKey
  encrypted_private_jwk: string
  /** Whether it may sign yet. */
  is_active: boolean
  /** Seconds since it may. */
  age: number
}

type Ring = {
  publicKeys: Map<string, { jwk: PublicJwk; key: KeyObject }>
  signing: { kid: string; key: KeyObject }
}

/** A key signs for thirty days. */
const signingSeconds = 30 * 86_400
/** Its successor is published an hour before: six times as long as anybody may keep the key set. */
const publishedBeforeSeconds = 3_600
/** Between two looks for keys that other processes have made, and after an unknown one was shown. */
const renewalMs = 60_000
const unknownMs = 1_000

export type SigningKeys = ReturnType<typeof createSigningKeys>

/**
 * The keys that sign access tokens (ES256), shared by all processes through the database and renewed by
 * themselves. The private halves are stored encrypted with a key made of `secret`. A key verifies for
 * `tokenSeconds` after its successor began to sign.
 */
export function createSigningKeys(
  sql: postgres.Sql,
  { secret, tokenSeconds }: { secret: string; tokenSeconds: number },
) {
  const vault = createVault(secret, 'signing keys')
  let ring: Ring | undefined
  let loading: Promise<Ring> | undefined
  let loadedAt = 0

  function load(): Promise<Ring> {
    loading ??= sql
      .begin((tx) => readRing(tx, vault, tokenSeconds))
      .then((loaded) => {
        loadedAt = Date.now()
        return (ring = loaded)
      })
      .finally(() => (loading = undefined))
    return loading
  }

  return {
    /**
     * Sees to it that the keys are at hand, also the one named `kid` that another process may have
     * just made. Rejects only when there are none yet and the database does not answer.
     */
    async ready(kid?: string): Promise<void> {
      if (!ring) return void (await load())
      const since = Date.now() - loadedAt
      const isUnknown = kid !== undefined && !ring.publicKeys.has(kid)
      if (isUnknown && since > unknownMs) await load().catch(() => {})
      // Those at hand are good for a long time yet, so nobody waits.
      else if (since > renewalMs) void load().catch(() => {})
    },

    /** The key new tokens are signed with. */
    async signing(): Promise<Ring['signing']> {
      return (ring ?? (await load())).signing
    },

    /** Undefined for keys that never were ours or are retired. */
    find: (kid: string): KeyObject | undefined => ring?.publicKeys.get(kid)?.key,

    /** The key set for everybody. */
    async published(): Promise<PublicJwk[]> {
      return [...(ring ?? (await load())).publicKeys.values()].map(({ jwk }) => jwk)
    },
  }
}

/** Reads the keys under a lock, and makes what is missing: one process does so for all. */
async function readRing(
  tx: postgres.TransactionSql,
  vault: ReturnType<typeof createVault>,
  tokenSeconds: number,
): Promise<Ring> {
  await tx`select pg_advisory_xact_lock(hashtext('auth_internal.signing_keys'))`
  let keys = await readKeys(tx)
  const current = keys.findLast((key) => key.is_active)
  const isReadable = current !== undefined && vault.open(current.encrypted_private_jwk) !== null
  const hasSuccessor = keys.some((key) => !key.is_active)
  if (!isReadable) await addKey(tx, vault, 0)
  else if (current.age > signingSeconds - publishedBeforeSeconds && !hasSuccessor) {
    await addKey(tx, vault, publishedBeforeSeconds)
  }
  await tx`
    update auth_internal.signing_keys old set retired_at = now()
    where retired_at is null and exists (
      select from auth_internal.signing_keys newer
      where newer.active_at > old.active_at
        and newer.active_at < now() - make_interval(secs => ${tokenSeconds + publishedBeforeSeconds})
    )`
  keys = await readKeys(tx)

  const publicKeys: Ring['publicKeys'] = new Map()
  let signing: Ring['signing'] | undefined
  for (const { id, public_jwk, encrypted_private_jwk, is_active } of keys) {
    const jwk: PublicJwk = { ...public_jwk, kid: id, alg: 'ES256', use: 'sig' }
    publicKeys.set(id, { jwk, key: createPublicKey({ key: public_jwk, format: 'jwk' }) })
    const opened = is_active ? vault.open(encrypted_private_jwk) : null
    if (opened) {
      const key = createPrivateKey({ key: JSON.parse(opened) as JsonWebKey, format: 'jwk' })
      signing = { kid: id, key }
    }
  }
  return { publicKeys, signing: signing! }
}

/** By the clock, as another process may have made one while this transaction waited for its turn. */
function readKeys(tx: postgres.TransactionSql): Promise<StoredKey[]> {
  return tx<StoredKey[]>`
    select id, public_jwk, encrypted_private_jwk, active_at <= clock_timestamp() as is_active,
      extract(epoch from clock_timestamp() - active_at)::int as age
    from auth_internal.signing_keys where retired_at is null order by active_at, created_at`
}

async function addKey(
  tx: postgres.TransactionSql,
  vault: ReturnType<typeof createVault>,
  activeInSeconds: number,
): Promise<void> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicJwk = pair.publicKey.export({ format: 'jwk' })
  const sealed = vault.seal(JSON.stringify(pair.privateKey.export({ format: 'jwk' })))
  await tx`
    insert into auth_internal.signing_keys (id, public_jwk, encrypted_private_jwk, active_at)
    values (${crypto.randomUUID()}, ${tx.json(publicJwk as postgres.JSONValue)}, ${sealed},
      now() + make_interval(secs => ${activeInSeconds}))`
}
