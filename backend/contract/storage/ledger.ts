import type { ClientLedger, Shown } from '../client-ledger.ts'
const buckets = 'buckets > are made, read, changed, emptied and deleted'
const listed = 'buckets > are listed by name, time and words, page by page'
const notOffered = 'other-services > versions and lifecycles of objects are refused by name'
const purged = 'details > are forgotten when the project says so, and only then'
const bothWays = 'upload > as a form and as bytes'
const said = 'details > stays with it, encoding included, whichever way it came'
const sentBySignature = 'managing > let somebody else send the bytes, once'
const lent = 'reading > lends an object by signed URL, for a while and for that object'
const signedRendition = 'details > signed, under a name for downloads, and as a rendition'
const promised = 'client > downloads as a promise in every way'
const streamed = 'details > as a stream'
const thrown = 'client > throws its errors where it is told to'
const noLifecycle: Shown = {
  refused: 'objects have no lifecycle here',
  shown: [notOffered],
}
const noVectors: Shown = {
  refused: 'there are no buckets of vectors here; pgvector keeps them in the database',
  shown: ['other-services > of vectors %s is refused by name'],
}
const noTables: Shown = {
  refused: 'there are no tables of Iceberg here',
  shown: ['other-services > of tables %s is refused by name'],
}

/** What is shown of every method of the client for storage. */
export const ledger: ClientLedger = {
  'StorageClient.from': { works: [bothWays, buckets] },
  'StorageClient.vectors': noVectors,
  'StorageClient.analytics': noTables,
  'StorageBucketApi.listBuckets': { works: [buckets, listed] },
  'StorageBucketApi.getBucket': {
    works: [buckets, 'buckets > know whose they are, and that they are plain ones'],
  },
  'StorageBucketApi.createBucket': {
    works: [
      buckets,
      'buckets > a name that is taken or no name is refused',
      'buckets > only the project itself makes, changes and deletes them',
    ],
  },
  'StorageBucketApi.updateBucket': { works: [buckets] },
  'StorageBucketApi.emptyBucket': { works: [buckets] },
  'StorageBucketApi.deleteBucket': { works: [buckets] },
  'StorageBucketApi.purgeBucketCache': { works: [purged] },
  'StorageBucketApi.listBucketOptionsToQueryString': { works: [listed] },
  'StorageBucketApi.getBucketLifecycle': noLifecycle,
  'StorageBucketApi.updateBucketLifecycle': noLifecycle,
  'StorageBucketApi.deleteBucketLifecycle': noLifecycle,
  'StorageBucketApi.bucketLifecycleUrl': noLifecycle,
  'BaseApiClient.throwOnError': { works: [thrown] },
  'BaseApiClient.setHeader': { works: ['client > sends the headers it was given'] },
  'BaseApiClient.handleOperation': { works: [thrown] },
  'StorageFileApi.uploadOrUpdate': { works: [bothWays] },
  'StorageFileApi.upload': {
    works: [bothWays, 'upload-refusals > nobody without an account, nobody in another name'],
  },
  'StorageFileApi.uploadToSignedUrl': { works: [sentBySignature] },
  'StorageFileApi.createSignedUploadUrl': {
    works: [
      sentBySignature,
      'managing > are not given to whoever may not upload, nor for another path',
    ],
  },
  'StorageFileApi.update': {
    works: ['upload-refusals > an existing name needs x-upsert, and its owner'],
  },
  'StorageFileApi.move': {
    works: [
      'managing > another name, and a second copy',
      'managing > what others uploaded stays, whoever asks',
    ],
  },
  'StorageFileApi.copy': {
    works: ['managing > another name, and a second copy', 'details > is copied, or overridden'],
  },
  'StorageFileApi.createSignedUrl': { works: [lent, signedRendition] },
  'StorageFileApi.createSignedUrls': { works: [lent, signedRendition] },
  'StorageFileApi.download': {
    works: ['reading > is read with the right role only', signedRendition],
  },
  'StorageFileApi.info': { works: ['reading > tells about its objects'] },
  'StorageFileApi.exists': { works: ['reading > tells about its objects'] },
  'StorageFileApi.getPublicUrl': {
    works: [
      'reading > downloads under the name asked for',
      'reading > answers with type, validators and a safe frame',
    ],
  },
  'StorageFileApi.remove': { works: ['managing > what others uploaded stays, whoever asks'] },
  'StorageFileApi.purgeCache': { works: [purged] },
  'StorageFileApi.list': {
    works: [
      'managing > shows files and folders, sorted and paged',
      'managing > takes wildcards of SQL as letters',
    ],
  },
  'StorageFileApi.listV2': {
    works: [
      'listing > hold every object below a prefix once, in order',
      'listing > name folders apart, each once, wherever a page ends',
    ],
  },
  'StorageFileApi.prepareUploadFormData': { works: [bothWays, said] },
  'StorageFileApi.encodeMetadata': { works: [said] },
  'StorageFileApi.toBase64': { works: [said] },
  'StorageFileApi.applyTransformOptsToQuery': {
    works: ['client > asks for a rendition by a public address, and by a download'],
  },
  'BlobDownloadBuilder.asStream': { works: [streamed] },
  'BlobDownloadBuilder.then': { works: [promised] },
  'BlobDownloadBuilder.getPromise': { works: [promised] },
  'BlobDownloadBuilder.execute': { works: [promised] },
  'BlobDownloadBuilder.catch': { works: [promised] },
  'BlobDownloadBuilder.finally': { works: [promised] },
  'StreamDownloadBuilder.catch': { works: [promised] },
  'StreamDownloadBuilder.finally': { works: [promised] },
  'StreamDownloadBuilder.getPromise': { works: [promised] },
  'StreamDownloadBuilder.then': { works: [streamed] },
  'StreamDownloadBuilder.execute': { works: [streamed] },
  'VectorBucketApi.createBucket': noVectors,
  'VectorBucketApi.getBucket': noVectors,
  'VectorBucketApi.listBuckets': noVectors,
  'VectorBucketApi.deleteBucket': noVectors,
  'StorageVectorsClient.from': noVectors,
  'StorageVectorsClient.createBucket': noVectors,
  'StorageVectorsClient.getBucket': noVectors,
  'StorageVectorsClient.listBuckets': noVectors,
  'StorageVectorsClient.deleteBucket': noVectors,
  'VectorBucketScope.createIndex': noVectors,
  'VectorBucketScope.listIndexes': noVectors,
  'VectorBucketScope.getIndex': noVectors,
  'VectorBucketScope.deleteIndex': noVectors,
  'VectorBucketScope.index': noVectors,
  'VectorIndexApi.createIndex': noVectors,
  'VectorIndexApi.getIndex': noVectors,
  'VectorIndexApi.listIndexes': noVectors,
  'VectorIndexApi.deleteIndex': noVectors,
  'VectorIndexScope.putVectors': noVectors,
  'VectorIndexScope.getVectors': noVectors,
  'VectorIndexScope.listVectors': noVectors,
  'VectorIndexScope.queryVectors': noVectors,
  'VectorIndexScope.deleteVectors': noVectors,
  'VectorDataApi.putVectors': noVectors,
  'VectorDataApi.getVectors': noVectors,
  'VectorDataApi.listVectors': noVectors,
  'VectorDataApi.queryVectors': noVectors,
  'VectorDataApi.deleteVectors': noVectors,
  'StorageAnalyticsClient.createBucket': noTables,
  'StorageAnalyticsClient.listBuckets': noTables,
  'StorageAnalyticsClient.deleteBucket': noTables,
  'StorageAnalyticsClient.from': noTables,
  'IcebergRestCatalog.listNamespaces': noTables,
  'IcebergRestCatalog.createNamespace': noTables,
  'IcebergRestCatalog.dropNamespace': noTables,
  'IcebergRestCatalog.loadNamespaceMetadata': noTables,
  'IcebergRestCatalog.listTables': noTables,
  'IcebergRestCatalog.createTable': noTables,
  'IcebergRestCatalog.updateTable': noTables,
  'IcebergRestCatalog.dropTable': noTables,
  'IcebergRestCatalog.loadTable': noTables,
  'IcebergRestCatalog.namespaceExists': noTables,
  'IcebergRestCatalog.tableExists': noTables,
  'IcebergRestCatalog.createNamespaceIfNotExists': noTables,
  'IcebergRestCatalog.createTableIfNotExists': noTables,
}
