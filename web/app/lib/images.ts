import { isImagePreview } from '@hourspace/domain/image-preview.ts'

const publicObject = '/storage/v1/object/public/'
const publicRender = '/storage/v1/render/image/public/'

/** Image widths in pixels: thumbnails, cards at pixel densities of 1 to 3, and large images. */
const widths = [160, 320, 480, 720, 960, 1280, 1920]

/** Builds a `srcset` from the URLs that `at` returns for each width. */
export function byWidth<Width extends number>(
  widths: readonly Width[],
  at: (width: Width) => string,
): string {
  return widths.map((width) => `${at(width)} ${width}w`).join(', ')
}

/**
 * Returns `src` and `srcSet` of an image. Images in our storage are resized to the width the screen
 * needs; other URLs are returned unchanged.
 */
export function imageSources(url: string, maximumWidth = 1920): { src: string; srcSet?: string } {
  if (!url.includes(publicObject)) return { src: url }
  const rendered = url.replace(publicObject, publicRender)
  const at = (width: number) => `${rendered}?width=${width}`
  const offered = widths.filter((width) => width <= maximumWidth)
  return {
    src: at(offered.at(-1) ?? maximumWidth),
    srcSet: byWidth(offered, at),
  }
}

/**
 * Returns `src` and `srcSet` of a profile picture, cropped to a square of `side` CSS pixels for pixel
 * densities of 1 to 3. URLs outside our storage are returned unchanged.
 */
export function squareSources(url: string, side: number): { src: string; srcSet?: string } {
  if (!url.includes(publicObject)) return { src: url }
  const rendered = url.replace(publicObject, publicRender)
  const at = (density: number) => `${rendered}?width=${side * density}&height=${side * density}`
  return { src: at(2), srcSet: [1, 2, 3].map((density) => `${at(density)} ${density}x`).join(', ') }
}

/**
 * Returns a style that shows an image's blurred preview until the image has loaded. Browsers smooth
 * the preview's few pixels. Undefined without a valid preview.
 */
export function previewStyle(
  preview: string | null | undefined,
): { backgroundImage: string; backgroundSize: string; backgroundPosition: string } | undefined {
  if (!preview || !isImagePreview(preview)) return undefined
  return {
    backgroundImage: `url("${preview}")`,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
  }
}
