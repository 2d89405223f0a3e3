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
import { accepts, baseType } from '#backend/storage/intake/admit.ts'
import { drain } from '#backend/storage/intake/receive.ts'
import { assertMayStore } from '#backend/storage/objects/insert-object.ts'
import { parsePlace, type Place } from '#backend/storage/objects/object.ts'
import { requireSignature } from '#backend/storage/objects/signature.ts'
import { requireCaller, serviceCaller, type StorageWorld } from '#backend/storage/world.ts'
import { completeUpload, declaredOf } from './complete.ts'
import { UploadStore } from './data-store.ts'
import { createLocker } from './lock.ts'
import { findUpload, insertUpload, type ResumableUpload } from './uploads.ts'

const path = '/storage/v1/upload/resumable'
const idPattern = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What a request turned out to be about, found out once. */
type Known = {
  isSigned: boolean
  caller: Caller
  ownerId: string | null
  isUpsert: boolean
  /** Of the upload it begins. */
  begun?: { place: Place; bucket: Bucket }
  /** The upload it goes on with. */
  upload?: ResumableUpload
}

/**
 * /upload/resumable: uploads in pieces by the protocol tus 1.0, and the same below /sign for whoever
 * holds a signed URL. @tus/server speaks the protocol; who may do what, limits and bytes are ours.
 */
export function registerResumable(app: Hono, world: StorageWorld): void {
  const known = new WeakMap<Request, Known>()
  const server = createServer(world, (request) => {
    const found = known.get(request)
    if (!found) throw new Error('A request that did not come in by the door')
    return found
  })

  const answer = async (c: HonoContext, isSigned: boolean) => {
    const request = c.req.raw
    // A signature can only be checked once it is known for what it is used.
    const caller = isSigned ? serviceCaller : requireCaller(world, request)
    const isUpsert = c.req.header('x-upsert') === 'true'
    known.set(request, { isSigned, caller, ownerId: caller.userId, isUpsert })
    const response = await server.handleWeb(request as Parameters<typeof server.handleWeb>[0])
    if (!response.ok) await drain(request, 4 * world.config.storage.fileSizeLimit)
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

function createServer(world: StorageWorld, knownOf: (request: Request) => Known): Server {
  const locker = createLocker(world)
  const complete = (id: string, { caller }: Known) =>
    completeUpload(world, { id, caller, lock: locker.newLock(id) })
  return new Server({
    path,
    datastore: new UploadStore(world),
    locker,
    lockDrainTimeout: 1_000,
    disableTerminationForFinishedUploads: true,
    getFileIdFromRequest: (request) => idPattern.exec(new URL(request.url).pathname)?.[1],
    // Without a host: behind a proxy we do not know how we are called.
    generateUrl: (request, { id }) => `${path}${knownOf(request).isSigned ? '/sign' : ''}/${id}`,
    namingFunction: async (request, metadata = {}) => {
      await meetNew(world, request, metadata, knownOf(request))
      return crypto.randomUUID()
    },
    maxSize: async (request) => {
      const { begun: place, upload } = knownOf(request)
      const bucket = place?.bucket ?? (upload && (await findBucket(world, upload.place.bucketId)))
      return bucket ? sizeLimitOf(world, bucket) : world.config.storage.fileSizeLimit
    },
    onUploadCreate: async (request, upload) => {
      await begin(world, upload, knownOf(request))
      return {}
    },
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return
      const known = knownOf(request)
      await meetAgain(world, request, id, known)
      // Cut off between the last byte and the object: the sender would take it for done.
      if (request.method === 'HEAD' && isLeftOver(known.upload)) await complete(id, known)
    },
    onUploadFinish: async (request, { id }) => {
      await complete(id, knownOf(request))
      return { headers: { 'Tus-Complete': '1' } }
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined
      const { statusCode, message } = toStorageError(error)
      if (statusCode >= 500) world.log.error('a resumable upload failed', error)
      return { status_code: statusCode, body: message }
    },
  })
}

/** A request that begins an upload: it has to be allowed what it will want in the end. Throws StorageError. */
async function meetNew(
  world: StorageWorld,
  request: Request,
  metadata: Record<string, string | null>,
  known: Known,
): Promise<void> {
  if (!metadata['bucketName'] || !metadata['objectName']) {
    throw invalidRequest('Upload-Metadata has to name bucketName and objectName')
  }
  const place = parsePlace(metadata['bucketName'], metadata['objectName'])
  if (known.isSigned) bySignature(world, request, place, known)
  const bucket = await findBucket(world, place.bucketId)
  await assertMayStore(world, { place, ...known })
  const type = metadata['contentType'] && baseType(declaredOf(metadata).declaredType)
  if (type && !accepts(bucket, type)) throw mimeTypeRefused(type)
  known.begun = { place, bucket }
}

/** A request that goes on with an upload has to come from who began it. Throws StorageError. */
async function meetAgain(
  world: StorageWorld,
  request: Request,
  id: string,
  known: Known,
): Promise<void> {
  const upload = await findUpload(world, id)
  // tus says that it is not there.
  if (!upload) return
  if (known.isSigned) bySignature(world, request, upload.place, known)
  const { caller, ownerId } = known
  if (caller.role !== upload.role || ownerId !== upload.ownerId) throw accessDenied()
  known.upload = upload
}

function isLeftOver(upload: ResumableUpload | undefined): boolean {
  return upload !== undefined && upload.size === upload.received && !upload.completedAt
}

function bySignature(world: StorageWorld, request: Request, place: Place, known: Known): void {
  const token = request.headers.get('x-signature') ?? undefined
  const { ownerId, isUpsert } = requireSignature(world, 'upload', place, token)
  known.ownerId = ownerId
  known.isUpsert = isUpsert
}

async function begin(world: StorageWorld, upload: Upload, known: Known): Promise<void> {
  if (!known.begun) throw new Error('An upload that nobody has looked at')
  const state = await world.bytes.growing.begin(upload.id)
  await insertUpload(world, {
    id: upload.id,
    place: known.begun.place,
    role: known.caller.role,
    ownerId: known.ownerId,
    isUpsert: known.isUpsert,
    size: upload.size ?? null,
    metadata: upload.metadata ?? {},
    state,
  })
}
