import { company } from '@hourspace/domain/company.ts'
import { type Node, Renderer } from '@takumi-rs/core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { markTile } from '#web/ui/mark.ts'

/** Size of link preview images in pixels, with the usual ratio of Open Graph images (1.91:1). */
const shareSize = { width: 1200, height: 630 }

type SharePicture = {
  title: string
  /** `left` and `right` are texts below the title, such as the location and the price. */
  left?: string
  right?: string
  /**
   * `photo` is the image in the background (JPEG, PNG or WebP). Without it, the background has the
   * brand color.
   */
  photo: Uint8Array | undefined
}

const faces = {
  Display:
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  Text: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
}

let renderer: Promise<Renderer> | undefined

async function openRenderer(): Promise<Renderer> {
  const opened = new Renderer()
  const { resolve } = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(faces)) {
    await opened.registerFont({ name, data: await readFile(resolve(file)) })
  }
  return opened
}

/**
 * Renders a link preview image as JPEG (about 40 ms). Leaves out a photo that cannot be decoded.
 */
export async function drawSharePicture(picture: SharePicture): Promise<Uint8Array<ArrayBuffer>> {
  renderer ??= openRenderer()
  const opened = await renderer
  const draw = (shown: SharePicture) =>
    opened.render(sheet(shown), { ...shareSize, format: 'jpeg', quality: 84 })
  if (!picture.photo) return draw(picture)
  return draw(picture).catch(() => draw({ ...picture, photo: undefined }))
}

const fill = { position: 'absolute', inset: 0, ...shareSize } as const

function sheet({ title, left = '', right = '', photo }: SharePicture): Node {
  const ground: Node[] = photo
    ? [
        { type: 'image', src: photo, style: { ...fill, objectFit: 'cover' } },
        { type: 'container', style: { ...fill, backgroundImage: dusk } },
      ]
    : []
  return {
    type: 'container',
    style: {
      ...shareSize,
      display: 'flex',
      position: 'relative',
      backgroundColor: '#3f0f2c',
      color: '#ffffff',
      fontFamily: 'Text',
    },
    children: [
      ...ground,
      brand,
      {
        type: 'container',
        style: {
          position: 'absolute',
          left: 56,
          right: 56,
          bottom: 52,
          display: 'flex',
          flexDirection: 'column',
          gap: 16,
        },
        children: [
          { type: 'text', text: title, style: titleStyle },
          {
            type: 'container',
            style: { display: 'flex', justifyContent: 'space-between', fontSize: 36 },
            children: [
              { type: 'text', text: left },
              { type: 'text', text: right, style: { fontWeight: 700 } },
            ],
          },
        ],
      },
    ],
  }
}

const dusk =
  'linear-gradient(to top, rgba(20,8,14,.93) 0%, rgba(20,8,14,.72) 34%, rgba(20,8,14,.12) 66%, rgba(20,8,14,.4) 100%)'

const titleStyle = {
  fontFamily: 'Display',
  fontWeight: 700,
  fontSize: 76,
  lineHeight: 1.05,
  lineClamp: 2,
  textWrap: 'balance',
} as const

/** The logo from features/shell/logo.tsx on a rounded square. */
const mark = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${markTile.join('')}</svg>`,
)}`

const brand: Node = {
  type: 'container',
  style: {
    position: 'absolute',
    top: 44,
    left: 56,
    display: 'flex',
    alignItems: 'center',
    gap: 18,
  },
  children: [
    { type: 'image', src: mark, width: 60, height: 60 },
    {
      type: 'text',
      text: company.name.toLowerCase(),
      style: { fontFamily: 'Display', fontWeight: 700, fontSize: 40 },
    },
  ],
}

/** Returns a cache of the `size` most recently used results. Failures are not cached. */
export function oncePerKey<T>(size: number) {
  const known = new Map<string, Promise<T>>()
  return async (key: string, make: () => Promise<T>): Promise<T> => {
    const made = known.get(key) ?? make()
    known.delete(key)
    known.set(key, made)
    if (known.size > size) known.delete(known.keys().next().value ?? key)
    try {
      return await made
    } catch (reason) {
      known.delete(key)
      throw reason
    }
  }
}

export function jpegResponse(picture: Uint8Array<ArrayBuffer>): Response {
  return new Response(picture, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800',
    },
  })
}
