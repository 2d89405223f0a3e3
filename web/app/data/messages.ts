import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import { imageTypes } from '@hourspace/domain/listing.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchWithProgress } from '#web/lib/fetch-with-progress.ts'
import { browserClient } from './browser-client.ts'
import { signedThumbnail, signedUrls, uploadPrivateFile } from './files.ts'
import { messageKeys, pollMs } from './message-keys.ts'
import { userKey } from './query-client.ts'

/** A conversation in the inbox. Times are ISO instants. */
export type Conversation = {
  id: string
  is_host: boolean
  other_id: string
  /** `other_name` is null if the other user has no name or has deleted the account. */
  other_name: string | null
  other_avatar_url: string | null
  /** `space` is null after the space has been deleted. */
  space: {
    id: string
    slug: string | null
    title: string
    image: string | null
    location: string
    /** `is_listed` is false for a space without a public page: archived, hidden or deleted. */
    is_listed: boolean
    /**
     * `unlisted_because` tells the host why the space is not listed: the host has deleted or
     * archived it, or an admin has hidden it. It is always null for the guest.
     */
    unlisted_because: 'deleted' | 'hidden' | 'archived' | null
    /** `available` is false while the host has closed the space for booking. */
    available: boolean
  } | null
  /**
   * `booking` is the guest's next booking of the space or, if there is none, the latest booking.
   */
  booking: {
    id: string
    status: BookingStatus
    start_time: string
    end_time: string
    time_zone: string
    answer_by: string | null
    answer: 'accepted' | 'declined' | 'expired' | 'withdrawn' | null
  } | null
  /** `last_message_at` is null before the first message. */
  last_message_at: string | null
  last_body: string | null
  last_is_mine: boolean | null
  unread: number
  my_read_at: string | null
  other_read_at: string | null
  /** `shows_contacts` is false if the server hides contact data in this conversation's messages. */
  shows_contacts: boolean
  blocked_by_me: boolean
  is_closed: boolean
  /**
   * `needs_reply` is true for the host until the host answers the guest's last message or marks it as
   * needing no reply.
   */
  needs_reply: boolean
}

export type Attachment = {
  bucket: 'message-images' | 'message-files'
  path: string
  name: string
  mime_type: string
  size: number
}

export type Message = {
  id: string
  author_id: string
  body: string
  attachments: Attachment[]
  /** `masked` is true if the server hid contact data in the message. */
  masked: boolean
  created_at: string
}

/** Maximum number of characters and files of a message, as in the SQL function `send_message`. */
export const longestMessage = 4000
export const mostAttachments = 6
export const maximumAttachmentBytes = 10 * 1024 * 1024

const fileTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
]
export const attachmentTypes: readonly string[] = [...imageTypes, ...fileTypes]

/** Rows per page, as in the SQL functions `my_conversations` and `messages_of`. */
const conversationsPerPage = 30
const messagesPerPage = 40

/** Query options of the viewer's conversations, newest first. */
export const inbox = (userId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...messageKeys.all(userId), 'inbox'],
    queryFn: async ({ pageParam }) => {
      const client = await browserClient()
      const { data } = await client
        .rpc('my_conversations', pageParam ? { p_before: pageParam } : {})
        .throwOnError()
      return data as unknown as Conversation[]
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) =>
      page.length < conversationsPerPage ? null : page.at(-1)?.last_message_at,
    enabled: userId !== undefined,
    refetchInterval: pollMs,
  })

/** Query options of a conversation. The data is null if the viewer does not take part in it. */
export const conversation = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...messageKeys.thread(userId, id), 'head'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('my_conversations', { p_id: id }).throwOnError()
      return (data as unknown as Conversation[])[0] ?? null
    },
    enabled: userId !== undefined,
    refetchInterval: pollMs,
  })

/** Query options of the pages of a conversation's messages, newest first. */
export const messagesOf = (userId: string | undefined, id: string) =>
  infiniteQueryOptions({
    queryKey: [...messageKeys.thread(userId, id), 'messages'],
    queryFn: async ({ pageParam }) => {
      const client = await browserClient()
      const { data } = await client
        .rpc('messages_of', {
          p_conversation_id: id,
          ...(pageParam && { p_before: pageParam }),
        })
        .throwOnError()
      return data as unknown as Message[]
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < messagesPerPage ? null : page.at(-1)?.created_at),
    enabled: userId !== undefined,
  })

/**
 * Returns the id of the viewer's conversation about a space. Creates the conversation if it does
 * not exist.
 */
export async function startConversation(spaceId: string, bookingId?: string): Promise<string> {
  const client = await browserClient()
  const { data } = await client
    .rpc('start_conversation', {
      p_space_id: spaceId,
      ...(bookingId && { p_booking_id: bookingId }),
    })
    .throwOnError()
  return data
}

/** Sends a message. Sending again with the same id has no effect. */
export async function sendMessage(message: {
  id: string
  conversationId: string
  body: string
  attachments?: readonly Pick<Attachment, 'bucket' | 'path' | 'name'>[]
}): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('send_message', {
      p_id: message.id,
      p_conversation_id: message.conversationId,
      p_body: message.body,
      p_attachments: [...(message.attachments ?? [])],
    })
    .throwOnError()
}

export async function markRead(conversationId: string, at: string): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('mark_conversation_read', { p_conversation_id: conversationId, p_read_at: at })
    .throwOnError()
}

/**
 * Marks the guest's messages up to `until`, an ISO instant, as needing no reply from the host. Null
 * removes the mark.
 */
export async function setNoReplyUntil(conversationId: string, until: string | null): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('set_no_reply_until', {
      p_conversation_id: conversationId,
      ...(until && { p_until: until }),
    })
    .throwOnError()
}

/** Uploads a file for a message. `onProgress` receives the uploaded fraction, from 0 to 1. */
export async function uploadAttachment(
  conversationId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Pick<Attachment, 'bucket' | 'path' | 'name'>> {
  const bucket = imageTypes.includes(file.type) ? 'message-images' : 'message-files'
  const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
  const path = `${conversationId}/${crypto.randomUUID()}${extension}`
  await uploadPrivateFile(bucket, path, file, fetchWithProgress(onProgress, signal))
  return { bucket, path, name: file.name }
}

/** Query options of links to an attachment and its thumbnail. The links expire after an hour. */
export const attachmentLinks = (userId: string | undefined, { bucket, path }: Attachment) =>
  queryOptions({
    queryKey: [...userKey(userId), 'attachment', path],
    queryFn: async () => {
      const [urls, thumbnail] = await Promise.all([
        signedUrls(bucket, [path]),
        bucket === 'message-images' ? signedThumbnail(bucket, path, 640) : null,
      ])
      return { url: urls[path] ?? null, thumbnail }
    },
    staleTime: 30 * 60_000,
  })

/** Blocks the other user of a conversation, or removes the block. Repeating it has no effect. */
export async function setBlocked(userId: string, isBlocked: boolean): Promise<void> {
  const table = (await browserClient()).from('user_blocks')
  if (isBlocked)
    await table.upsert({ blocked_id: userId }, { ignoreDuplicates: true }).throwOnError()
  else await table.delete().eq('blocked_id', userId).throwOnError()
}
