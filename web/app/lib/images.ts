import { isImagePreview } from '@hourspace/domain/image-preview.ts'

const publicObject = '/storage/v1/object/public/'
const publicRender = '/storage/v1/render/image/public/'

/** Image widths in pixels: thumbnails, cards at pixel densities of 1 to 3, and large images. */
const widths = [160, 320, 480, 720, 960, 1280, 1920]

export function byWidth<Width extends number>(
  widths: readonly Width[],
  at: (width: Width) => string,
): string {
  return widths.map((width) => `${at(width)} ${width}w`).join(', ')
}

/** Returns `src` and `srcSet` of an image. Only images in our storage have several widths. */
export function imageSources(
  url: string,
  { from = 0, to = 1920 }: { from?: number | undefined; to?: number } = {},
): { src: string; srcSet?: string } {
  if (!url.includes(publicObject)) return { src: url }
  const rendered = url.replace(publicObject, publicRender)
  const at = (width: number) => `${rendered}?width=${width}`
  const offered = widths.filter((width) => from <= width && width <= to)
  return {
    src: at(offered.at(-1) ?? to),
    srcSet: byWidth(offered, at),
  }
}

/** Returns the sources of a profile picture, cropped to a square of `side` CSS pixels. */
export function squareSources(url: string, side: number): { src: string; srcSet?: string } {
  if (!url.includes(publicObject)) return { src: url }
  const rendered = url.replace(publicObject, publicRender)
  const at = (density: number) => `${rendered}?width=${side * density}&height=${side * density}`
  return { src: at(2), srcSet: [1, 2, 3].map((density) => `${at(density)} ${density}x`).join(', ') }
}

/**
 * Returns a style that shows an image's blurred preview until the image has loaded; undefined if
 * the preview is missing or invalid. The element needs the class `bg-cover`.
 */
export function previewStyle(
  preview: string | null | undefined,
): { backgroundImage: string } | undefined {
  if (!preview || !isImagePreview(preview)) return undefined
  return { backgroundImage: `url("${preview}")` }
}
