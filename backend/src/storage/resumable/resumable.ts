import { Server, type Upload } from '@tus/server'
import type { Context as HonoContext, Hono } from 'hono'
import type { Caller } from '#backend/platform/caller.ts'
import { findBucket, sizeLimitOf, type Bucket } from '#backend/storage/buckets/bucket.ts'
import {
  accessDenied,
  invalidRequest,
  mimeTypeRefused,
  toStorageError,
} from '#backend/storage/errors.ts'
import { accepts, baseType } from '#backend/storage/upload/accept-file.ts'
import { drain } from '#backend/storage/upload/receive.ts'
import { assertMayStore } from '#backend/storage/objects/insert-object.ts'
import { parseLocation, type ObjectLocation } from '#backend/storage/objects/object.ts'
import { requireSignature } from '#backend/storage/objects/signature.ts'
import { requireCaller, serviceCaller, type StorageContext } from '#backend/storage/context.ts'
import { completeUpload, declaredOf } from './complete.ts'
import { createLocker } from './lock.ts'
import { findUpload, insertUpload, UploadStore, type ResumableUpload } from './uploads.ts'

const path = '/storage/v1/upload/resumable'
const idPattern = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

type UploadRequest = {
  isSigned: boolean
  caller: Caller
  ownerId: string | null
  isUpsert: boolean
  /** Location and bucket of the new object, if the request creates an upload. */
  created?: { location: ObjectLocation; bucket: Bucket }
  /** The existing upload, if the request continues an upload. */
  upload?: ResumableUpload
}

/**
 * Resumable uploads (tus 1.0, implemented by @tus/server), also with a signed URL.
 * https://tus.io/protocols/resumable-upload
 */
export function registerResumable(app: Hono, context: StorageContext): void {
  const known = new WeakMap<Request, UploadRequest>()
  const server = createServer(context, (request) => {
    const found = known.get(request)
    if (!found) throw new Error('No context for this request')
    return found
  })

  const answer = async (c: HonoContext, isSigned: boolean) => {
    const request = c.req.raw
    // The token of a signed URL is verified later, when the location of the new object is known.
    const caller = isSigned ? serviceCaller : requireCaller(context, request)
    const isUpsert = c.req.header('x-upsert') === 'true'
    known.set(request, { isSigned, caller, ownerId: caller.userId, isUpsert })
    const response = await server.handleWeb(request as Parameters<typeof server.handleWeb>[0])
    if (!response.ok) await drain(request, 4 * context.config.storage.fileSizeLimit)
    return response
  }
  for (const [below, isSigned] of [
    ['/upload/resumable/sign', true],
    ['/upload/resumable', false],
  ] as const) {
    app.all(below, (c) => answer(c, isSigned))
    app.all(`${below}/:id`, (c) => answer(c, isSigned))
  }
}

function createServer(
  context: StorageContext,
  requestOf: (request: Request) => UploadRequest,
): Server {
  const locker = createLocker(context)
  const complete = (id: string, { caller }: UploadRequest) =>
    completeUpload(context, { id, caller, lock: locker.newLock(id) })
  return new Server({
    path,
    datastore: new UploadStore(context),
    locker,
    lockDrainTimeout: 1_000,
    disableTerminationForFinishedUploads: true,
    getFileIdFromRequest: (request) => idPattern.exec(new URL(request.url).pathname)?.[1],
    // Uses a relative URL, because behind a proxy the public host is unknown.
    generateUrl: (request, { id }) => `${path}${requestOf(request).isSigned ? '/sign' : ''}/${id}`,
    namingFunction: async (request, metadata = {}) => {
      await authorizeCreate(context, request, metadata, requestOf(request))
      return crypto.randomUUID()
    },
    maxSize: async (request) => {
      const { created: location, upload } = requestOf(request)
      const bucket =
        location?.bucket ?? (upload && (await findBucket(context, upload.location.bucketId)))
      return bucket ? sizeLimitOf(context, bucket) : context.config.storage.fileSizeLimit
    },
    onUploadCreate: async (request, upload) => {
      await begin(context, upload, requestOf(request))
      return {}
    },
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return
      const known = requestOf(request)
      await authorizeResume(context, request, id, known)
      // Creates the object if an earlier process crashed after it had received the last byte.
      if (request.method === 'HEAD' && isUnprocessed(known.upload)) await complete(id, known)
    },
    onUploadFinish: async (request, { id }) => {
      await complete(id, requestOf(request))
      return { headers: { 'Tus-Complete': '1' } }
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined
      const { statusCode, message } = toStorageError(error)
      if (statusCode >= 500) context.log.error('a resumable upload failed', error)
      return { status_code: statusCode, body: message }
    },
  })
}

async function authorizeCreate(
  context: StorageContext,
  request: Request,
  metadata: Record<string, string | null>,
  known: UploadRequest,
): Promise<void> {
  if (!metadata['bucketName'] || !metadata['objectName']) {
    throw invalidRequest('Upload-Metadata has to name bucketName and objectName')
  }
  const location = parseLocation(metadata['bucketName'], metadata['objectName'])
  if (known.isSigned) applySignature(context, request, location, known)
  const bucket = await findBucket(context, location.bucketId)
  await assertMayStore(context, { location, ...known })
  const type = metadata['contentType'] && baseType(declaredOf(metadata).declaredType)
  if (type && !accepts(bucket, type)) throw mimeTypeRefused(type)
  known.created = { location, bucket }
}

/** Throws StorageError unless the caller created the upload. */
async function authorizeResume(
  context: StorageContext,
  request: Request,
  id: string,
  known: UploadRequest,
): Promise<void> {
  const upload = await findUpload(context, id)
  // Returns without an error, because @tus/server responds with 404 to an unknown upload.
  if (!upload) return
  if (known.isSigned) applySignature(context, request, upload.location, known)
  const { caller, ownerId } = known
  if (caller.role !== upload.role || ownerId !== upload.ownerId) throw accessDenied()
  known.upload = upload
}

function isUnprocessed(upload: ResumableUpload | undefined): boolean {
  return upload !== undefined && upload.size === upload.received && !upload.completedAt
}

function applySignature(
  context: StorageContext,
  request: Request,
  location: ObjectLocation,
  known: UploadRequest,
): void {
  const token = request.headers.get('x-signature') ?? undefined
  const { ownerId, isUpsert } = requireSignature(context, 'upload', location, token)
  known.ownerId = ownerId
  known.isUpsert = isUpsert
}

async function begin(context: StorageContext, upload: Upload, known: UploadRequest): Promise<void> {
  if (!known.created) throw new Error('The upload was not authorized')
  const state = await context.store.partial.begin(upload.id)
  await insertUpload(context, {
    id: upload.id,
    location: known.created.location,
    role: known.caller.role,
    ownerId: known.ownerId,
    isUpsert: known.isUpsert,
    size: upload.size ?? null,
    metadata: upload.metadata ?? {},
    state,
  }).catch(async (cause: unknown) => {
    await context.store.partial.abort(upload.id, state)
    throw cause
  })
}
