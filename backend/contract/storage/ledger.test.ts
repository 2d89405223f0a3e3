import { StorageClient } from '@supabase/storage-js'
import { testClientLedger } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

const client = new StorageClient('http://localhost')
const bucket = client.vectors.from('b')
const index = bucket.index('i')
const download = client.from('b').download('a')

// Takes the classes from instances, because @supabase/storage-js does not export most classes.
const classOf = (one: object) => ({ prototype: Object.getPrototypeOf(one) as object })
const parentOf = (one: object) => classOf(classOf(one).prototype)

testClientLedger(new URL('.', import.meta.url), ledger, {
  StorageClient,
  StorageBucketApi: parentOf(client),
  BaseApiClient: parentOf(client.from('b')),
  StorageFileApi: classOf(client.from('b')),
  BlobDownloadBuilder: classOf(download),
  StreamDownloadBuilder: classOf(download.asStream()),
  StorageVectorsClient: classOf(client.vectors),
  VectorBucketApi: parentOf(client.vectors),
  VectorBucketScope: classOf(bucket),
  VectorIndexApi: parentOf(bucket),
  VectorIndexScope: classOf(index),
  VectorDataApi: parentOf(index),
  StorageAnalyticsClient: classOf(client.analytics),
  IcebergRestCatalog: classOf(client.analytics.from('b')),
})
