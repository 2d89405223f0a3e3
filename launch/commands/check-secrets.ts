import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import type { chooseSecrets } from '#launch/config.ts'
import { readSealed } from '#launch/sealed-secrets.ts'
import { error, type Finding, ok, warning } from './finding.ts'

/**
 * Reports whether all encrypted values can be decrypted, and a short hash of each secret, so that
 * an operator can compare machines.
 */
export async function checkSecrets(
  sql: Sql,
  { jwtSecret, acceptedJwtSecrets, serverSecrets }: ReturnType<typeof chooseSecrets>,
): Promise<Finding[]> {
  const version = (secret: string | undefined) =>
    createHash('sha256')
      .update(`version of ${secret ?? ''}`)
      .digest('hex')
      .slice(0, 4)
  const [serverSecret, ...oldServerSecrets] = serverSecrets
  const found = await readSealed(sql, serverSecrets)
  const unreadable = found.filter(({ fresh }) => fresh === null).length
  const outdated = found.filter(({ isCurrent }) => !isCurrent).length - unreadable
  const others = (secrets: string[]) =>
    secrets.length > 0 ? `, also accepts ${secrets.map(version).join(' and ')}` : ''
  return [
    ok(`API keys: secret ${version(jwtSecret)}${others(acceptedJwtSecrets)}`),
    ok(`Encryption: secret ${version(serverSecret)}${others(oldServerSecrets)}`),
    unreadable > 0
      ? error(
          `${unreadable} of ${found.length} encrypted values cannot be read (docs/operating.md)`,
        )
      : ok(`All ${found.length} encrypted values can be read`),
    ...(outdated > 0
      ? [warning(`${outdated} values are encrypted with an old secret: restart the server`)]
      : []),
  ]
}
