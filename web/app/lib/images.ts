const publicObject = '/storage/v1/object/public/'
const publicRender = '/storage/v1/render/image/public/'

/** Widths in CSS pixels that pictures are served in. */
const widths = [320, 640, 960, 1280, 1920]

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
    srcSet: offered.map((width) => `${at(width)} ${width}w`).join(', '),
  }
}
