import type { Command } from 'commander'
import { publishNextKey } from '@hourspace/backend/platform/signing-keys.ts'
import { openBackupStore, textStream } from '#launch/backup/store.ts'
import { chooseSecrets } from '#launch/config.ts'
import type { Environment } from '#launch/environment/environment.ts'
import { s3Settings } from '#launch/environment/storage.ts'
import { saveKeys, secret, serializeKeys, signApiKeys } from '#launch/keys.ts'
import { authenticatorsAsPlaintext, discardUnreadable, readSealed } from '#launch/sealed-secrets.ts'
import { StartupError } from '#launch/startup-error.ts'
import { type CommandContext, setAction, withDatabase } from './command.ts'

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('replace the secrets of the server')
  setAction(
    keys
      .command('rotate')
      .description(
        'create new secrets and API keys; the old ones are accepted until "keys retire"',
      ),
    () => withDatabase(rotate),
  )
  setAction(
    keys
      .command('retire')
      .description('remove the old secrets; ends sessions that were not used since the rotation'),
    () => withDatabase(retire),
  )
  setAction<{ yes?: boolean }>(
    keys
      .command('discard')
      .description('delete what is encrypted with a lost secret, so that the server starts again')
      .option('--yes', 'confirm the deletion'),
    (_, { yes = false }) => withDatabase((context) => discard(context, yes)),
  )
  setAction(
    keys
      .command('export-authenticators')
      .description('print SQL with the secrets of all authenticators, to move to hosted Supabase'),
    () => withDatabase(exportAuthenticators),
  )
}

async function rotate({ sql, environment, keys: stored }: CommandContext) {
  const { HOURSPACE_DATA_DIR, BACKUP_DIR } = environment
  const old = chooseSecrets(environment, stored)
  const jwtSecret = secret(32)
  const serverSecret = secret(32)
  const steps = environment.JWT_SECRET && rotationSteps(environment, old, jwtSecret, serverSecret)
  await publishNextKey(sql, old.serverSecrets)
  if (steps) return steps
  const keys = {
    ...stored,
    ...(await signApiKeys(jwtSecret)),
    jwtSecret,
    acceptedJwtSecrets: [old.jwtSecret, ...old.acceptedJwtSecrets],
    serverSecrets: [serverSecret, ...old.serverSecrets],
  }
  if (BACKUP_DIR) {
    // Stores the new keys beside the backups. A restore of an older backup needs the new keys,
    // because the replayed WAL may contain rows encrypted with them.
    const store = await openBackupStore(BACKUP_DIR, s3Settings(environment))
    await store.write('keys.json', textStream(serializeKeys(keys)))
  }
  saveKeys(HOURSPACE_DATA_DIR, keys)
  return {
    data: { keysFile: `${HOURSPACE_DATA_DIR}/keys.json` },
    text: 'New secrets are in keys.json. Restart the server, and make a backup. A new key signs access tokens in an hour. The old secrets and API keys are accepted until you run hourspace keys retire.',
  }
}

/**
 * Returns the settings for each step of a key rotation on several machines. Every machine must
 * accept the new secrets before any machine signs or encrypts with them.
 */
function rotationSteps(
  environment: Environment,
  old: ReturnType<typeof chooseSecrets>,
  jwtSecret: string,
  serverSecret: string,
) {
  if ([old.jwtSecret, ...old.acceptedJwtSecrets, ...old.serverSecrets].some((s) => s.includes(',')))
    throw new StartupError(
      'JWT_SECRET contains a comma, so it cannot be kept in a list of accepted secrets. Replace it by one without a comma, and run hourspace keys discard: users must sign in again.',
    )
  const apiKeys = (['ANON_KEY', 'SERVICE_ROLE_KEY'] as const).filter((name) => environment[name])
  const steps = [
    {
      title: 'Every machine accepts the new secrets',
      settings: {
        ACCEPTED_JWT_SECRETS: [jwtSecret, ...old.acceptedJwtSecrets].join(),
        SERVER_SECRETS: [...old.serverSecrets, serverSecret].join(),
      },
    },
    {
      title: 'Every machine uses the new secrets, and accepts the old ones',
      settings: {
        JWT_SECRET: jwtSecret,
        ACCEPTED_JWT_SECRETS: [old.jwtSecret, ...old.acceptedJwtSecrets].join(),
        SERVER_SECRETS: [serverSecret, ...old.serverSecrets].join(),
        ...Object.fromEntries(apiKeys.map((name) => [name, ''])),
      },
    },
    {
      title: 'Weeks later: the old secrets are removed',
      settings: { ACCEPTED_JWT_SECRETS: '', SERVER_SECRETS: serverSecret },
    },
  ]
  const text = steps.map(({ title, settings }, index) =>
    [
      `# ${index + 1}. ${title}`,
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ].join('\n'),
  )
  return {
    data: { steps },
    text: [
      '# Set the settings of one step on all machines, and restart one after the other, before you begin the next step. A single machine can begin with step 2.',
      ...text,
    ].join('\n\n'),
  }
}

async function retire({ sql, environment, keys }: CommandContext) {
  if (environment.JWT_SECRET)
    throw new StartupError(
      'Environment variables set the secrets of this server: empty ACCEPTED_JWT_SECRETS, keep only the first of SERVER_SECRETS, and restart.',
    )
  const { serverSecrets } = chooseSecrets(environment, keys)
  const [current, ...old] = serverSecrets
  const found = await readSealed(sql, serverSecrets)
  // When the server starts, it encrypts all stored secrets with its current server secret. If a
  // stored secret is encrypted with an older one, the server was not restarted after the rotation.
  if (found.some(({ isCurrent }) => !isCurrent))
    throw new StartupError('The server still uses the old secrets: restart it first.')
  saveKeys(environment.HOURSPACE_DATA_DIR, {
    ...keys,
    acceptedJwtSecrets: [],
    serverSecrets: [current!],
  })
  return {
    data: { removed: old.length },
    text:
      old.length > 0
        ? 'The old secrets are removed from keys.json. Restart the server.'
        : 'There are no old secrets.',
  }
}

async function discard({ sql, environment, keys }: CommandContext, isConfirmed: boolean) {
  const { serverSecrets } = chooseSecrets(environment, keys)
  if (!isConfirmed)
    throw new StartupError(
      'This deletes every secret in the database that cannot be decrypted: authenticators of users, client secrets of identity providers, signing keys. Add --yes to confirm.',
    )
  const counts = await discardUnreadable(sql, serverSecrets)
  const lines = Object.entries(counts).map(([name, count]) => `Deleted ${count} ${name}`)
  return {
    data: counts,
    text: lines.join('\n') || 'Everything can be decrypted: nothing is deleted.',
  }
}

async function exportAuthenticators({ sql, environment, keys }: CommandContext) {
  const { serverSecrets } = chooseSecrets(environment, keys)
  const statements = await authenticatorsAsPlaintext(sql, serverSecrets)
  return { data: statements, text: statements.join('\n') }
}
