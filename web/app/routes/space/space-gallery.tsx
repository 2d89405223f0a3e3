import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { imageSources, previewStyle } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'

/** Shows one picture large and all pictures as thumbnails. */
export function SpaceGallery(props: {
  images: readonly string[]
  previews?: readonly string[]
  title: string
}) {
  const { images, previews = [], title } = props
  const [shown, setShown] = useState(0)
  const place = shown < images.length ? shown : 0
  const url = images[place]
  if (!url)
    return (
      <div className="flex aspect-16/9 flex-col items-center justify-center gap-2 rounded-card bg-sunken text-ink-faint sm:aspect-21/9">
        <ImageOff aria-hidden className="size-8" />
        <p className="text-sm">No pictures yet</p>
      </div>
    )

  return (
    <div className="flex flex-col gap-3">
      <img
        // Key that makes React mount a new element per picture, so that each preview is shown.
        key={url}
        {...imageSources(url)}
        sizes="(min-width: 80rem) 75rem, (min-width: 40rem) 92vw, 100vw"
        alt={place === 0 ? title : `${title}, picture ${place + 1} of ${images.length}`}
        width={1440}
        height={960}
        fetchPriority="high"
        style={previewStyle(previews[place])}
        className="aspect-4/3 w-full rounded-card bg-sunken bg-cover bg-center object-cover sm:aspect-21/9"
      />
      {images.length > 1 && (
        <ul className="flex gap-2 overflow-x-auto p-1 sm:gap-3" aria-label="Pictures">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1}`}
                aria-pressed={index === place}
                onClick={() => setShown(index)}
                className={cx(
                  'block overflow-hidden rounded-control transition duration-150',
                  index === place
                    ? 'outline-2 outline-offset-2 outline-accent'
                    : 'opacity-75 hover:opacity-100',
                )}
              >
                <img
                  {...imageSources(image, { to: 320 })}
                  sizes="(min-width: 40rem) 7rem, 5rem"
                  alt=""
                  width={112}
                  height={84}
                  fetchPriority="low"
                  style={previewStyle(previews[index])}
                  className="aspect-4/3 w-20 bg-sunken bg-cover bg-center object-cover sm:w-28"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
