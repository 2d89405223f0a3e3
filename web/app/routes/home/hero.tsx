import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { hero, heroSlides as slides } from '#web/content/hero.ts'
import { cx } from '#web/ui/cx.ts'
import { useCarousel } from './carousel.ts'
import { HeroSlide } from './hero-slide.tsx'

/** Milliseconds after which the pictures of the previous and the next slide load. */
const warmUp = 2_000

/** Carousel at the top of the home page. It follows the WAI-ARIA carousel pattern. */
export function Hero() {
  const { carousel, state, area } = useCarousel(slides.length)
  const isWarm = useDelayed(warmUp)

  return (
    <>
      <h1 className="sr-only">{hero.heading}</h1>
      <section
        aria-roledescription="carousel"
        aria-label={hero.label}
        {...area}
        className="page grid touch-pan-y grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4 pt-4 sm:gap-y-5 sm:pt-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:grid-rows-[1fr_auto] xl:pt-10"
      >
        <HeroArrows carousel={carousel} state={state} />
        <div
          aria-live={state.isRotating ? 'off' : 'polite'}
          className="col-span-full row-span-2 row-start-1 grid grid-cols-subgrid grid-rows-subgrid"
        >
          {slides.map((slide, index) => {
            const ahead = (index - state.index + slides.length) % slides.length
            const isNeighbor = ahead === 1 || ahead === slides.length - 1
            return (
              <HeroSlide
                key={slide.picture}
                slide={slide}
                name={`${index + 1} of ${slides.length}`}
                place={ahead === 0 ? 'current' : ahead <= slides.length / 2 ? 'after' : 'before'}
                isNear={ahead === 0 || (isWarm && isNeighbor)}
                isFirst={index === 0}
              />
            )
          })}
        </div>
        <HeroDots carousel={carousel} state={state} />
      </section>
    </>
  )
}

function useDelayed(delay: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  return isLater
}

type ControlsProps = Pick<ReturnType<typeof useCarousel>, 'carousel' | 'state'>

function HeroArrows({ carousel, state }: ControlsProps) {
  const { isPlaying, isLocked } = state
  const Toggle = isPlaying ? Pause : Play
  return (
    <div className="z-2 m-2 flex justify-self-end rounded-full border border-line bg-surface p-0.5 shadow-raised max-lg:col-start-1 max-lg:row-start-1 max-sm:self-start sm:m-4 sm:self-end lg:col-start-2 lg:row-span-full noscript:hidden">
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

/**
 * Round button of the carousel. While the carousel is locked, the button stays focusable, so that
 * keyboard users keep the focus.
 */
function Round(props: ComponentProps<'button'> & { 'aria-label': string }) {
  return (
    <button
      type="button"
      {...props}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:cursor-default"
    />
  )
}

function HeroDots({ carousel, state }: ControlsProps) {
  return (
    <fieldset
      aria-label="Choose a slide"
      className="z-2 flex max-w-full min-w-0 max-lg:col-start-1 max-lg:row-start-1 max-lg:mb-2 max-lg:self-end max-lg:justify-self-center max-lg:rounded-full max-lg:bg-surface max-lg:px-1 max-lg:shadow-raised sm:max-lg:mb-7 sm:max-lg:ml-4 sm:max-lg:justify-self-start lg:col-start-1 lg:row-start-2 lg:-ml-1 noscript:hidden"
    >
      {slides.map(({ picture, title }, index) => (
        <button
          key={picture}
          type="button"
          aria-label={`Slide ${index + 1}: ${title}`}
          aria-current={index === state.index}
          aria-disabled={state.isLocked}
          onClick={() => carousel.goTo(index)}
          className="group relative flex h-6 w-7 min-w-0 items-center justify-center aria-disabled:cursor-default max-lg:after:absolute max-lg:after:-inset-y-2.5 max-lg:after:inset-x-0 lg:h-11 lg:w-8"
        >
          <span
            className={cx(
              // Adds a border to the dot for forced-colors mode, which removes background colors.
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
