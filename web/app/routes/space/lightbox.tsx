import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  type ComponentProps,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { imageSources, previewStyle } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FocusReturn } from '#web/ui/modal.tsx'
import { captionOf, type SpaceGallery } from './space-gallery.tsx'

type LightboxProps = ComponentProps<typeof SpaceGallery> & {
  first: number
  onClose: () => void
}

export default function Lightbox(props: LightboxProps) {
  const { title, onClose } = props
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-50 bg-canvas"
    >
      <Modal className="size-full">
        <FocusReturn />
        <Dialog aria-label={`Pictures of ${title}`} className="size-full outline-none">
          <Pictures {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Pictures(space: LightboxProps) {
  const { images, previews = [], first, onClose } = space
  const [shown, setShown] = useState(first)
  const strip = useRef<HTMLUListElement>(null)
  const last = images.length - 1

  function show(index: number) {
    const place = Math.min(last, Math.max(0, index))
    setShown(place)
    const list = strip.current
    list?.scrollTo({ left: place * list.clientWidth, behavior: 'instant' })
  }

  useLayoutEffect(() => {
    const list = strip.current
    list?.scrollTo({ left: first * list.clientWidth, behavior: 'instant' })
  }, [first])

  // Listens on the document, because the dialog around the pictures may have the focus.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    show(target)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const step =
    'absolute top-1/2 -translate-y-1/2 border border-line bg-raised shadow-raised aria-disabled:cursor-not-allowed aria-disabled:opacity-40 max-sm:hidden'
  return (
    <div className="flex size-full flex-col">
      <div className="flex items-center justify-between gap-4 px-4 py-2">
        <p className="text-sm font-semibold tabular-nums">
          {shown + 1} / {images.length}
        </p>
        <IconButton icon={X} label="Close" onPress={onClose} />
      </div>
      <div className="relative min-h-0 grow">
        <ul
          ref={strip}
          aria-label="Pictures"
          // Keyboard users can scroll an element only if it can have the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          // Swiping scrolls the list. The picture at its center is the current picture.
          onScroll={({ currentTarget: list }) =>
            setShown(Math.round(list.scrollLeft / list.clientWidth))
          }
          className="flex h-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain -outline-offset-4 [scrollbar-width:none]"
        >
          {images.map((image, index) => (
            <li
              key={image}
              aria-hidden={index !== shown}
              className="flex size-full shrink-0 snap-center snap-always items-center justify-center px-2 sm:px-20"
            >
              <img
                {...imageSources(image, { from: 720 })}
                sizes="100vw"
                alt={captionOf(space, index)}
                width={1440}
                height={1080}
                loading={Math.abs(index - shown) <= 1 ? 'eager' : 'lazy'}
                style={previewStyle(previews[index])}
                className="max-h-full w-auto max-w-full rounded-control bg-sunken bg-cover object-contain"
              />
            </li>
          ))}
        </ul>
        {last > 0 && (
          <>
            <IconButton
              icon={ChevronLeft}
              label="Previous picture"
              // Uses `aria-disabled`, because `disabled` would move the focus off the button.
              aria-disabled={shown === 0 || undefined}
              onPress={() => show(shown - 1)}
              className={cx(step, 'left-4')}
            />
            <IconButton
              icon={ChevronRight}
              label="Next picture"
              aria-disabled={shown === last || undefined}
              onPress={() => show(shown + 1)}
              className={cx(step, 'right-4')}
            />
          </>
        )}
      </div>
      <p aria-live="polite" className="px-4 py-4 text-center text-sm text-ink-soft">
        {captionOf(space, shown)}
      </p>
    </div>
  )
}
