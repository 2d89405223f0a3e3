import { StorageClient } from '@supabase/storage-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const client = () => {
  const { url, serviceRoleKey } = target
  return new StorageClient(`${url}/storage/v1`, { Authorization: `Bearer ${serviceRoleKey}` })
}
const vectors = () => client().vectors
const bucket = () => vectors().from('b')
const index = () => bucket().index('i')
const tables = () => client().analytics.from('b')

const feature = (name: string) => `The feature ${name} is not enabled for this resource`

/** Returns the error of a client call, whether the call returns the error or throws it. */
async function refusal(call: () => unknown): Promise<unknown> {
  try {
    const answer = (await call()) as { error?: unknown }
    return answer.error
  } catch (cause) {
    return cause
  }
}

const queryVector = { float32: [1] }

test.each<[string, () => unknown]>([
  ['createBucket', () => vectors().createBucket('b')],
  ['getBucket', () => vectors().getBucket('b')],
  ['listBuckets', () => vectors().listBuckets()],
  ['deleteBucket', () => vectors().deleteBucket('b')],
  [
    'createIndex',
    () =>
      bucket().createIndex({
        indexName: 'i',
        dataType: 'float32',
        dimension: 1,
        distanceMetric: 'cosine',
      }),
  ],
  ['getIndex', () => bucket().getIndex('i')],
  ['listIndexes', () => bucket().listIndexes()],
  ['deleteIndex', () => bucket().deleteIndex('i')],
  ['putVectors', () => index().putVectors({ vectors: [{ key: 'k', data: queryVector }] })],
  ['getVectors', () => index().getVectors({ keys: ['k'] })],
  ['listVectors', () => index().listVectors()],
  ['queryVectors', () => index().queryVectors({ queryVector, topK: 1 })],
  ['deleteVectors', () => index().deleteVectors({ keys: ['k'] })],
])('the vector method %s is rejected with FeatureNotEnabled', async (_, call) => {
  expect(await refusal(call)).toMatchObject({ status: 400, message: feature('vector buckets') })
})

const table = { namespace: ['n'], name: 't' }
const namespace = { namespace: ['n'] }
const schema = { type: 'struct' as const, fields: [], 'schema-id': 0 }

test.each<[string, () => unknown]>([
  ['createBucket', () => client().analytics.createBucket('b')],
  ['listBuckets', () => client().analytics.listBuckets()],
  ['deleteBucket', () => client().analytics.deleteBucket('b')],
  ['listNamespaces', () => tables().listNamespaces()],
  ['createNamespace', () => tables().createNamespace(namespace)],
  ['createNamespaceIfNotExists', () => tables().createNamespaceIfNotExists(namespace)],
  ['loadNamespaceMetadata', () => tables().loadNamespaceMetadata(namespace)],
  ['namespaceExists', () => tables().namespaceExists(namespace)],
  ['dropNamespace', () => tables().dropNamespace(namespace)],
  ['listTables', () => tables().listTables(namespace)],
  ['createTable', () => tables().createTable(namespace, { name: 't', schema })],
  [
    'createTableIfNotExists',
    () => tables().createTableIfNotExists(namespace, { name: 't', schema }),
  ],
  ['loadTable', () => tables().loadTable(table)],
  ['tableExists', () => tables().tableExists(table)],
  ['updateTable', () => tables().updateTable(table, { properties: {} })],
  ['dropTable', () => tables().dropTable(table)],
])('the analytics method %s is rejected with FeatureNotEnabled', async (name, call) => {
  const error = await refusal(call)
  expect(error).toMatchObject({ status: 400 })
  const { message, details } = error as { message: string; details?: { message: string } }
  // Skips the message of methods named `…Exists`, because a response to HEAD has no body.
  const words = name.endsWith('Exists') ? '' : feature('analytics buckets')
  expect([message, details?.message, '']).toContain(words)
})

test('versioned buckets, analytics buckets and lifecycle rules are rejected with FeatureNotEnabled', async () => {
  const name = crypto.randomUUID()
  await client().createBucket(name)
  const versioned = { public: false, versioningStatus: 'ENABLED' } as const
  const suspended = { public: false, versioningStatus: 'SUSPENDED' } as const
  for (const call of [
    () => client().createBucket(crypto.randomUUID(), versioned),
    () => client().createBucket(crypto.randomUUID(), { public: false, type: 'ANALYTICS' }),
    () => client().updateBucket(name, suspended),
    () => client().getBucketLifecycle(name),
    () => client().updateBucketLifecycle(name, { rules: [] }),
    () => client().deleteBucketLifecycle(name),
  ]) {
    expect(await refusal(call)).toMatchObject({ status: 400, code: 'FeatureNotEnabled' })
  }
})
