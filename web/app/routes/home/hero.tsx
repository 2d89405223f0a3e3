import { useEffect, useState } from 'react'
import { hero, heroSlides as slides } from '#web/content/hero.ts'
import { HeroArrows, HeroDots } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { useCarousel } from './use-carousel.ts'

/** Milliseconds before the neighbours' pictures are fetched; until then the page has other needs. */
const warmUp = 2_000

/** The slides the page opens with, after the WAI-ARIA carousel pattern. */
export function Hero() {
  const { carousel, state, area } = useCarousel(slides.length)
  const isWarm = useLater(warmUp)

  return (
    <>
      <h1 className="sr-only">{hero.heading}</h1>
      <section
        aria-roledescription="carousel"
        aria-label={hero.label}
        {...area}
        className="page grid touch-pan-y grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-5 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:grid-rows-[1fr_auto] lg:pt-10"
      >
        <HeroArrows carousel={carousel} state={state} />
        <div
          aria-live={state.isRotating ? 'off' : 'polite'}
          className="col-span-full row-span-2 row-start-1 grid grid-cols-subgrid grid-rows-subgrid"
        >
          {slides.map((slide, index) => {
            // How many slides ahead it is, counted round.
            const ahead = (index - state.index + slides.length) % slides.length
            const isNeighbour = ahead === 1 || ahead === slides.length - 1
            return (
              <HeroSlide
                key={slide.picture}
                slide={slide}
                name={`${index + 1} of ${slides.length}`}
                place={ahead === 0 ? 'current' : ahead <= slides.length / 2 ? 'after' : 'before'}
                isNear={ahead === 0 || (isWarm && isNeighbour)}
                isFirst={index === 0}
              />
            )
          })}
        </div>
        <HeroDots carousel={carousel} state={state} slides={slides} />
      </section>
    </>
  )
}

/** False at first, true `delay` milliseconds later. */
function useLater(delay: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  return isLater
}
