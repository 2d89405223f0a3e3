import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type postgres from 'postgres'
import type { OwnerSql } from './database.ts'
import { createVault, type Vault } from './vault.ts'

type PublicJwk = JsonWebKey & { kid: string; alg: 'ES256'; use: 'sig' }

type StoredKey = {
  id: string
  public_jwk: JsonWebKey
  encrypted_private_jwk: string
  /** Whether the activation time of the key has passed, so that the key may sign tokens. */
  is_active: boolean
  /** Seconds since the activation of the key, negative before its activation. */
  age: number
}

type Ring = {
  publicKeys: Map<string, { jwk: PublicJwk; key: KeyObject }>
  signing: { kid: string; key: KeyObject }
}

/** Seconds during which a key signs tokens (30 days). */
const signingSeconds = 30 * 86_400
/** Seconds between publishing a key and signing with it: six times the JWKS cache lifetime. */
const publishedBeforeSeconds = 3_600
/**
 * Reload interval of the keys in ms. `unknownMs` is the minimum interval if tokens have an unknown
 * key id.
 */
const renewalMs = 60_000
const unknownMs = 1_000

export type SigningKeys = ReturnType<typeof createSigningKeys>

/**
 * The ES256 keys that sign access tokens. All processes share the keys through the database, and
 * the keys rotate automatically. A key verifies tokens for `tokenSeconds` plus one hour after the
 * next key became active.
 */
export function createSigningKeys(
  sql: OwnerSql,
  { secrets, tokenSeconds }: { secrets: readonly string[]; tokenSeconds: number },
) {
  const vault = createVault(secrets, 'signing keys')
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
     * Loads the keys if no key is loaded or `kid` is unknown. Rejects only if loading fails and no
     * key is loaded.
     */
    async ready(kid?: string): Promise<void> {
      if (!ring) return void (await load())
      const since = Date.now() - loadedAt
      const isUnknown = kid !== undefined && !ring.publicKeys.has(kid)
      if (isUnknown && since > unknownMs) await load().catch(() => {})
      // Refreshes the keys in the background, because the loaded keys remain valid for hours.
      else if (since > renewalMs) void load().catch(() => {})
    },

    async signing(): Promise<Ring['signing']> {
      return (ring ?? (await load())).signing
    },

    /** Finds a public key by key id. Returns undefined for unknown and retired keys. */
    find: (kid: string): KeyObject | undefined => ring?.publicKeys.get(kid)?.key,

    async published(): Promise<PublicJwk[]> {
      return [...(ring ?? (await load())).publicKeys.values()].map(({ jwk }) => jwk)
    },
  }
}

/**
 * Publishes a new key, which becomes active (signs tokens) in an hour. Does nothing if another
 * published key is not active yet.
 */
export async function publishNextKey(sql: postgres.Sql, secrets: readonly string[]): Promise<void> {
  await sql.begin(async (tx) => {
    await lockKeys(tx)
    const keys = await readKeys(tx)
    if (keys.some((key) => !key.is_active)) return
    await addKey(tx, createVault(secrets, 'signing keys'), publishedBeforeSeconds)
  })
}

function lockKeys(tx: postgres.TransactionSql) {
  return tx`select pg_advisory_xact_lock(hashtext('auth_internal.signing_keys'))`
}

/** Under an advisory lock, creates or retires keys if necessary, and reads the current keys. */
async function readRing(
  tx: postgres.TransactionSql,
  vault: Vault,
  tokenSeconds: number,
): Promise<Ring> {
  await lockKeys(tx)
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

/**
 * Returns the keys that are not retired. Uses clock_timestamp() instead of now(), because another
 * process may add a key while this process waits for the lock.
 */
function readKeys(tx: postgres.TransactionSql): Promise<StoredKey[]> {
  return tx<StoredKey[]>`
    select id, public_jwk, encrypted_private_jwk, active_at <= clock_timestamp() as is_active,
      extract(epoch from clock_timestamp() - active_at)::int as age
    from auth_internal.signing_keys where retired_at is null order by active_at, created_at`
}

async function addKey(
  tx: postgres.TransactionSql,
  vault: Vault,
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
