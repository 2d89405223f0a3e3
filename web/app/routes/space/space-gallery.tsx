import { ImageOff, Images } from 'lucide-react'
import { Suspense, useRef, useState, type UIEvent } from 'react'
import { imageSources, previewStyle } from '#web/lib/images.ts'
import { lazy } from '#web/lib/lazy.ts'
import { useLayer } from '#web/lib/use-layer.ts'
import { cx } from '#web/ui/cx.ts'

const loadLightbox = () => import('./lightbox.tsx')
const Lightbox = lazy(loadLightbox)
const prepareLightbox = () => void loadLightbox().catch(() => {})

/**
 * Layout of the pictures on wide screens, by number of pictures. The first picture is the largest.
 */
const mosaics: Record<number, string> = {
  1: '',
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-3 md:grid-rows-2 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
  4: 'md:grid-cols-4 md:grid-rows-2 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2 md:[&>:nth-child(2)]:col-span-2',
  5: 'md:grid-cols-4 md:grid-rows-2 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2',
}

const mostShown = 5

/**
 * Returns the `sizes` attributes of the first picture and of the other pictures, by number of
 * pictures.
 */
function widthsOf(count: number): [first: string, others: string] {
  const phone = '(max-width: 47.99rem) 100vw'
  if (count === 1) return [`${phone}, (min-width: 64rem) 50rem, 92vw`, '']
  const half = '(min-width: 64rem) 25rem, 46vw'
  if (count === 2) return [`${phone}, ${half}`, `${phone}, ${half}`]
  if (count === 3)
    return [`${phone}, (min-width: 64rem) 33rem, 61vw`, `${phone}, (min-width: 64rem) 17rem, 31vw`]
  return [
    `${phone}, ${half}`,
    `${phone}, (min-width: 64rem) ${count === 4 ? '25rem' : '13rem'}, 23vw`,
  ]
}

type SpaceGalleryProps = {
  images: readonly string[]
  previews?: readonly string[]
  /**
   * `captions` are the captions written by the host; '' or missing for a picture without a caption.
   */
  captions?: readonly string[]
  title: string
}

/** Returns the text that serves as alternative text and caption of a picture. */
export function captionOf(space: SpaceGalleryProps, index: number): string {
  const { title, captions, images } = space
  if (captions?.[index]) return captions[index]
  return index === 0 ? title : `${title}, picture ${index + 1} of ${images.length}`
}

/**
 * A space's pictures as a strip on phones and as a mosaic on wider screens. Pressing a picture
 * enlarges it.
 */
export function SpaceGallery(space: SpaceGalleryProps) {
  const { images, previews = [] } = space
  const lightbox = useLayer('photos')
  const [first, setFirst] = useState(0)
  const [shown, setShown] = useState(0)
  const strip = useRef<HTMLUListElement>(null)
  const count = Math.min(images.length, mostShown)
  if (count === 0)
    return (
      <div className="flex aspect-16/9 flex-col items-center justify-center gap-2 rounded-card bg-sunken text-ink-faint">
        <ImageOff aria-hidden className="size-8" />
        <p className="text-sm">No pictures yet</p>
      </div>
    )

  const [firstWidths, otherWidths] = widthsOf(count)

  function open(index: number) {
    setFirst(index)
    lightbox.open()
  }

  function onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) {
    setShown(Math.round(scrollLeft / clientWidth))
  }

  return (
    <section aria-label="Pictures" className="relative">
      <ul
        ref={strip}
        onScroll={onScroll}
        className={cx(
          'flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]',
          'md:grid md:aspect-2/1 md:gap-2 md:overflow-hidden',
          mosaics[count],
        )}
      >
        {images.slice(0, count).map((image, index) => (
          <li key={image} className="w-full shrink-0 snap-center snap-always md:w-auto md:min-w-0">
            <button
              type="button"
              aria-haspopup="dialog"
              onPointerEnter={prepareLightbox}
              onFocus={prepareLightbox}
              onClick={() => open(index)}
              className="group relative block size-full cursor-zoom-in overflow-hidden -outline-offset-4"
            >
              <img
                {...imageSources(image)}
                sizes={index === 0 ? firstWidths : otherWidths}
                alt={captionOf(space, index)}
                width={1440}
                height={1080}
                {...(index === 0
                  ? { fetchPriority: 'high' }
                  : { fetchPriority: 'low', loading: 'lazy' })}
                style={previewStyle(previews[index])}
                className="aspect-4/3 size-full bg-sunken bg-cover bg-center object-cover transition duration-300 ease-settle group-hover:brightness-93 md:aspect-auto"
              />
            </button>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <p
            aria-hidden
            className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-[oklch(0.2_0.02_20/0.72)] px-2.5 py-1 text-xs font-semibold text-[oklch(0.99_0.005_60)] tabular-nums md:hidden"
          >
            {shown + 1} / {count}
          </p>
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={prepareLightbox}
            onFocus={prepareLightbox}
            onClick={() => open(shown)}
            className="button button-small absolute bottom-3 border border-line bg-raised text-ink shadow-raised hover:bg-sunken max-md:left-3 md:right-3"
          >
            <Images aria-hidden className="size-4" />
            Show all photos
          </button>
        </>
      )}
      {lightbox.isOpen && (
        <Suspense>
          <Lightbox {...space} first={first} onClose={lightbox.close} />
        </Suspense>
      )}
    </section>
  )
}
