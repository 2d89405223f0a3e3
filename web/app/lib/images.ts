import { isImagePreview } from '@hourspace/domain/image-preview.ts'

const publicObject = '/storage/v1/object/public/'
const publicRender = '/storage/v1/render/image/public/'

/**
 * Widths in pixels that pictures are served in: a thumbnail, cards on one screen pixel a pixel, on
 * two and on three, and large pictures.
 */
const widths = [160, 320, 480, 720, 960, 1280, 1920]

/** The `srcset` of a picture that stands at an address of its own for each of `widths`. */
export function byWidth<Width extends number>(
  widths: readonly Width[],
  at: (width: Width) => string,
): string {
  return widths.map((width) => `${at(width)} ${width}w`).join(', ')
}

/**
 * `src` and `srcset` of a picture. One in our storage is scaled by it to what the screen needs;
 * one from elsewhere is taken as it is.
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
 * `src` and `srcSet` of somebody's picture, cut to a square of `side` CSS pixels, for screens of one
 * to three pixels a pixel. One from elsewhere is taken as it is.
 */
export function squareSources(url: string, side: number): { src: string; srcSet?: string } {
  if (!url.includes(publicObject)) return { src: url }
  const rendered = url.replace(publicObject, publicRender)
  const at = (density: number) => `${rendered}?width=${side * density}&height=${side * density}`
  return { src: at(2), srcSet: [1, 2, 3].map((density) => `${at(density)} ${density}x`).join(', ') }
}

/**
 * Style that shows a picture's preview in its place until it is painted over it. Browsers enlarge a
 * few pixels softly, so nothing more is needed; nothing stands there when there is no preview.
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
