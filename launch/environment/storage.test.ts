import { expect, test } from 'vitest'
import { storageSettings } from './storage.ts'
import { readEnvironment } from './environment.ts'

const settings = (variables: NodeJS.ProcessEnv) => storageSettings(readEnvironment(variables))
const keys = { S3_ACCESS_KEY_ID: 'a key', S3_SECRET_ACCESS_KEY: 'the secret' }

test('storageSettings stores uploads in S3 only when S3_BUCKET is set', () => {
  expect(settings({ FILE_SIZE_LIMIT: '5' })).toEqual({ fileSizeLimit: 5, s3: null })
  expect(
    settings({ STORAGE_MAX_BYTES_PER_USER: '6', STORAGE_MAX_OPEN_UPLOADS_PER_USER: '7' }),
  ).toMatchObject({ maxBytesPerUser: 6, maxOpenUploadsPerUser: 7 })
  expect(
    settings({ S3_BUCKET: 'bytes', S3_ENDPOINT: 'https://s3.example.com', ...keys })?.s3,
  ).toMatchObject({
    bucket: 'bytes',
    endpoint: 'https://s3.example.com',
    credentials: { accessKeyId: 'a key', secretAccessKey: 'the secret' },
  })
  expect(settings({ S3_BUCKET: 'bytes' })?.s3).toMatchObject({ credentials: null })
})

test.each([
  [{ ...keys, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing'],
  [{ ...keys, S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID is missing'],
  [{ S3_ENDPOINT: 'here' }, 'S3_ENDPOINT must be a URL'],
  [{ S3_FORCE_PATH_STYLE: 'maybe' }, 'S3_FORCE_PATH_STYLE must be true or false'],
  [{ FILE_SIZE_LIMIT: '20mb' }, 'FILE_SIZE_LIMIT must be a whole number'],
])('storageSettings rejects incomplete or invalid S3 settings: %o', (variables, problem) => {
  expect(() => settings({ S3_BUCKET: 'bytes', ...variables })).toThrow(problem)
})
