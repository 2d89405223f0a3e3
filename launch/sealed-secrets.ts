import postgres, { type Sql } from 'postgres'
import { createAuthenticatorVault } from '@hourspace/backend/auth/factors/authenticator-vault.ts'
import { createVault, type Vault } from '@hourspace/backend/platform/vault.ts'
import { StartupError } from './startup-error.ts'

type EncryptedField = {
  name: string
  table: string
  key: string
  column: string
  vault: (secrets: readonly string[]) => Vault
  /** Whether to delete a row that cannot be decrypted; otherwise its column is set to null. */
  deletes: boolean
}

const encryptedFields: readonly EncryptedField[] = [
  {
    table: 'auth_internal.signing_keys',
    key: 'id',
    column: 'encrypted_private_jwk',
    name: 'signing keys',
    vault: (secrets) => createVault(secrets, 'signing keys'),
    deletes: true,
  },
  {
    table: 'auth_internal.sso_oidc_providers',
    key: 'sso_provider_id',
    column: 'encrypted_client_secret',
    name: 'client secrets of identity providers',
    vault: (secrets) => createVault(secrets, 'sso client secrets'),
    deletes: false,
  },
  {
    table: 'auth.mfa_factors',
    key: 'id',
    column: 'secret',
    name: 'authenticators',
    vault: createAuthenticatorVault,
    deletes: true,
  },
]

/**
 * A secret of a row. `sealed` is its stored ciphertext. `fresh` is the same secret encrypted with
 * the current key, or null if `sealed` cannot be decrypted.
 */
type SealedSecret = {
  field: EncryptedField
  key: string
  sealed: string
  isCurrent: boolean
  fresh: string | null
}

/** Decrypts all stored secrets. `secrets` are the encryption keys, the current key first. */
export async function readSealed(sql: Sql, secrets: readonly string[]): Promise<SealedSecret[]> {
  const found: SealedSecret[] = []
  for (const field of encryptedFields) {
    const vault = field.vault(secrets)
    const rows = await sql<{ key: string; sealed: string }[]>`
      select ${sql(field.key)}::text as key, ${sql(field.column)} as sealed from ${sql(field.table)}
      where ${sql(field.column)} is not null`
    for (const { key, sealed } of rows) {
      const text = vault.open(sealed)
      const isCurrent = text !== null && vault.isCurrent(sealed)
      found.push({ field, key, sealed, isCurrent, fresh: text === null ? null : vault.seal(text) })
    }
  }
  return found
}

/**
 * Replaces each secret that is encrypted with an older key by the same secret encrypted with the
 * current key. Commits each row, so an interrupted run can be repeated. Throws StartupError before
 * any change if a row cannot be decrypted.
 */
export async function reencrypt(databaseUrl: string, secrets: readonly string[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const found = await readSealed(sql, secrets)
    const unreadable = found.filter(({ fresh }) => fresh === null)
    if (unreadable.length > 0) throw lostSecrets(unreadable)
    for (const { field, key, sealed, isCurrent, fresh } of found) {
      if (isCurrent) continue
      await sql`
        update ${sql(field.table)} set ${sql(field.column)} = ${fresh}
        where ${sql(field.key)}::text = ${key} and ${sql(field.column)} = ${sealed}`
    }
  } finally {
    await sql.end()
  }
}

/**
 * Deletes the encrypted values that no key in `secrets` can decrypt. Returns their counts by name.
 */
export async function discardUnreadable(
  sql: Sql,
  secrets: readonly string[],
): Promise<Record<string, number>> {
  const unreadable = (await readSealed(sql, secrets)).filter(({ fresh }) => fresh === null)
  for (const { field, key } of unreadable) {
    const { table, column, deletes } = field
    if (deletes) await sql`delete from ${sql(table)} where ${sql(field.key)}::text = ${key}`
    else {
      await sql`
        update ${sql(table)} set ${sql(column)} = null where ${sql(field.key)}::text = ${key}`
    }
  }
  return countByName(unreadable)
}

/** Returns SQL statements that replace the encrypted secrets of authenticators with plaintext. */
export async function authenticatorsAsPlaintext(
  sql: Sql,
  secrets: readonly string[],
): Promise<string[]> {
  const vault = createAuthenticatorVault(secrets)
  const rows = await sql<{ id: string; secret: string }[]>`
    select id, secret from auth.mfa_factors where secret is not null order by created_at, id`
  return rows.flatMap(({ id, secret }) => {
    const plain = vault.open(secret)
    return plain ? [`update auth.mfa_factors set secret = '${plain}' where id = '${id}';`] : []
  })
}

function countByName(found: readonly SealedSecret[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { field } of found) counts[field.name] = (counts[field.name] ?? 0) + 1
  return counts
}

function lostSecrets(unreadable: readonly SealedSecret[]): StartupError {
  const what = Object.entries(countByName(unreadable))
    .map(([name, count]) => `${name} (${count})`)
    .join(', ')
  return new StartupError(
    `The secrets of this server have changed: it cannot decrypt ${what} in the database. Restore keys.json, or add the former secret to the end of SERVER_SECRETS (the former JWT_SECRET if SERVER_SECRETS was not set). If it is lost: hourspace keys discard (docs/operating.md).`,
  )
}
