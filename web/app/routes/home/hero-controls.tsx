import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { HeroSlide } from '#web/content/hero.ts'
import { cx } from '#web/ui/cx.ts'
import type { Carousel, CarouselState } from './carousel.ts'

type ControlsProps = { carousel: Carousel; state: CarouselState }

/** Pause, previous and next, in the corner of the picture. Without JavaScript there are none. */
export function HeroArrows({ carousel, state }: ControlsProps) {
  const { isPlaying, isLocked } = state
  const Toggle = isPlaying ? Pause : Play
  return (
    <div className="z-2 m-3 flex self-end justify-self-end rounded-full border border-line bg-surface p-0.5 shadow-raised max-lg:col-start-1 max-lg:row-start-1 sm:m-4 lg:col-start-2 lg:row-span-full noscript:hidden">
      <Round
        aria-label={isPlaying ? 'Pause the slides' : 'Play the slides'}
        onClick={() => (isPlaying ? carousel.pause() : carousel.play())}
      >
        <Toggle aria-hidden className="size-4.5 fill-current" />
      </Round>
      <Round aria-label="Previous slide" aria-disabled={isLocked} onClick={carousel.previous}>
        <ChevronLeft aria-hidden className="size-5" />
      </Round>
      <Round aria-label="Next slide" aria-disabled={isLocked} onClick={carousel.next}>
        <ChevronRight aria-hidden className="size-5" />
      </Round>
    </div>
  )
}

/** Locked it stays focusable: a keyboard must not lose its place for a second. */
function Round(props: ComponentProps<'button'> & { 'aria-label': string }) {
  return (
    <button
      type="button"
      {...props}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:cursor-default"
    />
  )
}

/** One dot a slide. */
export function HeroDots(props: ControlsProps & { slides: readonly HeroSlide[] }) {
  const { carousel, state, slides } = props
  return (
    <fieldset
      aria-label="Choose a slide"
      className="z-2 flex min-w-0 max-lg:row-start-3 lg:col-start-1 lg:row-start-2 lg:-ml-1 noscript:hidden"
    >
      {slides.map(({ picture, title }, index) => (
        <button
          key={picture}
          type="button"
          aria-label={`Slide ${index + 1}: ${title}`}
          aria-current={index === state.index}
          aria-disabled={state.isLocked}
          onClick={() => carousel.goTo(index)}
          className="group flex h-11 max-w-12 grow items-center justify-center aria-disabled:cursor-default lg:max-w-8"
        >
          <span
            className={cx(
              // The border is there for forced colours, which drop every background.
              'h-2 rounded-full border border-transparent transition-[width,background-color] duration-300 ease-settle',
              index === state.index
                ? 'w-6 bg-accent-ink'
                : 'w-2 bg-control group-hover:bg-ink-soft',
            )}
          />
        </button>
      ))}
    </fieldset>
  )
}
