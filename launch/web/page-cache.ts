import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { tagsOfRequest, type PageTag } from '@hourspace/web/data/page-tags.ts'
import { compress } from '#launch/http/compress.ts'
import { acceptedEncoding, EncodedBody, type Encoding } from '#launch/http/encoded-body.ts'
import type { Handler } from '#launch/monitoring.ts'

const encoders: Record<Encoding, (bytes: Buffer) => Promise<Buffer<ArrayBuffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

type Page = {
  body: EncodedBody
  compressions: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>
  tags: ReadonlySet<PageTag>
}

/** A page that is being rendered, with the tags of the data that its loaders have read. */
type Rendering = { tags: Set<PageTag>; isCacheable: boolean }

/** Tracking parameters in links of advertisements and newsletters. No page reads them. */
const trackingParameter = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref)$/

/**
 * Pages expire every 15 minutes, because free slots change each hour and some time zones have
 * quarter-hour offsets.
 */
const quarterHourMs = 15 * 60_000

/** Estimated size of a page's compressed variants, as a fraction of its HTML size. */
const compressedShare = 0.4

const current = new AsyncLocalStorage<Rendering>()

/** Wraps the loaders' `fetch`, so that each request adds its data tags to the page. */
export function noteTags(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const rendering = current.getStore()
    if (rendering) {
      const tags = tagsOfRequest(new URL(input instanceof Request ? input.url : input))
      if (tags) for (const tag of tags) rendering.tags.add(tag)
      else rendering.isCacheable = false
    }
    return fetch(input, init)
  }
}

/** Caches compressed public pages (`s-maxage` in Cache-Control) until their data change. */
export class PageCache {
  readonly #render: Handler
  readonly #pages: LRUCache<string, Page>
  /**
   * Renderings in progress by URL. A request for the same URL waits for the rendering in progress.
   */
  readonly #renderings = new Map<string, { rendering: Rendering; page: Promise<Page | Response> }>()
  #isLive = false

  /** `maxBytes` limits the memory of the cache; 0 disables the cache. */
  constructor(render: Handler, maxBytes: number) {
    this.#render = render
    this.#pages = new LRUCache({
      perf: Date,
      ttlResolution: 0,
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: ({ body }) => Math.ceil(body.bytes.length * (1 + compressedShare)) + 1_000,
    })
  }

  /** Whether the change feed is connected. Without the feed, no pages are cached. */
  set isLive(isLive: boolean) {
    this.#isLive = isLive
    this.invalidate(null)
  }

  /** Deletes the pages with any of the tags from the cache, or all pages if `tags` is null. */
  invalidate(tags: readonly PageTag[] | null): void {
    const isStale = (page: { tags: ReadonlySet<PageTag> }) =>
      !tags || tags.some((tag) => page.tags.has(tag))
    for (const [key, page] of this.#pages.entries()) if (isStale(page)) this.#pages.delete(key)
    // A stale rendering in progress must not enter the cache. Only requests that already wait for
    // it receive its page.
    for (const [key, { rendering }] of this.#renderings) {
      if (!isStale(rendering)) continue
      rendering.isCacheable = false
      this.#renderings.delete(key)
    }
  }

  readonly fetch: Handler = async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return compress(request, await this.#render(request))
    const key = normalizedUrl(request.url)
    const page = this.#pages.get(key) ?? (await this.#renderOnce(key, request))
    return page instanceof Response ? compress(request, page) : respond(request, page)
  }

  async #renderOnce(key: string, request: Request): Promise<Page | Response> {
    const running = this.#renderings.get(key)
    if (running) {
      const page = await running.page
      return page instanceof Response ? this.#render(request) : page
    }
    const rendering: Rendering = { tags: new Set(), isCacheable: true }
    const page = this.#renderPage(key, request, rendering)
    this.#renderings.set(key, { rendering, page })
    try {
      return await page
    } finally {
      if (this.#renderings.get(key)?.rendering === rendering) this.#renderings.delete(key)
    }
  }

  async #renderPage(key: string, request: Request, rendering: Rendering): Promise<Page | Response> {
    // Renders a HEAD request as GET, because both use the cached page.
    const get = new Request(key, { headers: request.headers })
    const response = await current.run(rendering, () => this.#render(get))
    const isPublic = response.headers.get('cache-control')?.includes('s-maxage')
    if (response.status !== 200 || !isPublic) return response
    const bytes = Buffer.from(await response.arrayBuffer())
    const hash = createHash('sha1').update(bytes).digest('base64url')
    const body = new EncodedBody(bytes, hash, Object.fromEntries(response.headers))
    const page: Page = { body, compressions: {}, tags: rendering.tags }
    if (rendering.isCacheable && this.#isLive)
      this.#pages.set(key, page, { ttl: quarterHourMs - (Date.now() % quarterHourMs) })
    return page
  }
}

/** Normalizes the query of a URL: sorts parameters, and removes empty and tracking parameters. */
function normalizedUrl(text: string): string {
  if (!text.includes('?')) return text
  const url = new URL(text)
  const kept = [...url.searchParams].filter(
    ([name, value]) => value && !trackingParameter.test(name),
  )
  url.search = new URLSearchParams(kept).toString()
  url.searchParams.sort()
  return url.href
}

async function respond(request: Request, { body, compressions }: Page): Promise<Response> {
  const encoding = acceptedEncoding(request)
  if (encoding && !body.has(encoding)) {
    compressions[encoding] ??= encoders[encoding](body.bytes)
    body.add(encoding, await compressions[encoding])
  }
  return body.respond(request)
}
