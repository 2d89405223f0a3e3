import { memo, useState } from 'react'
import { preload } from 'react-dom'
import { hero, heroPicture, heroWidths, type HeroSlide as Slide } from '#web/content/hero.ts'
import { byWidth } from '#web/lib/images.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

type HeroSlideProps = {
  slide: Slide
  name: string
  place: 'current' | 'before' | 'after'
  /** `isNear` is true for the current slide, and after a delay for its neighbors. */
  isNear: boolean
  isFirst: boolean
}

/** All slides share one grid cell, so that the tallest slide sets the height of the carousel. */
export const HeroSlide = memo(function HeroSlide(props: HeroSlideProps) {
  const { slide, name, place, isNear, isFirst } = props
  const [isWanted, setWanted] = useState(isNear)
  if (isNear && !isWanted) setWanted(true)
  const isCurrent = place === 'current'

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A carousel slide is a group but not a fieldset.
      role="group"
      aria-roledescription="slide"
      aria-label={name}
      inert={!isCurrent}
      className={cx(
        'col-span-full row-span-full grid grid-cols-subgrid grid-rows-subgrid',
        !isCurrent && 'invisible',
      )}
    >
      <div
        className={cx(
          'flex flex-col items-start gap-2.5 transition-[opacity,translate,visibility] ease-settle max-lg:row-start-2 sm:gap-3 lg:gap-5 lg:col-start-1 lg:row-start-1 lg:self-center xl:pt-6',
          isCurrent ? 'delay-200 duration-500' : 'invisible opacity-0 duration-200',
          place === 'before' && '-translate-x-4',
          place === 'after' && 'translate-x-4',
        )}
      >
        <Badge tone="accent">{slide.badge}</Badge>
        <h2 className="text-4xl wrap-anywhere max-sm:text-3xl">{slide.title}</h2>
        <p className="max-w-prose text-ink-soft sm:text-lg">{slide.subtitle}</p>
        <div className="mt-1 flex flex-wrap gap-3">
          <LinkButton to={paths.explore()} className="lg:min-h-13 lg:px-7 lg:text-lg">
            {hero.primary}
          </LinkButton>
          <LinkButton
            to={paths.createListing()}
            variant="secondary"
            className="lg:min-h-13 lg:px-7 lg:text-lg"
          >
            {hero.secondary}
          </LinkButton>
        </div>
      </div>
      <div
        className={cx(
          'relative overflow-hidden rounded-sheet bg-sunken max-lg:row-start-1 max-lg:h-37.5 sm:max-lg:h-65 lg:col-start-2 lg:row-span-full lg:min-h-110 xl:min-h-124',
          // Fades the new picture in on top of the previous picture.
          isCurrent
            ? 'z-1 transition-opacity duration-700 ease-settle'
            : 'invisible opacity-0 transition-[opacity,visibility] delay-700 duration-0',
        )}
      >
        {isWanted && <Picture name={slide.picture} isFirst={isFirst} />}
      </div>
    </div>
  )
})

/** The picture of a slide. It is decorative, because the slide's text describes it. */
function Picture({ name, isFirst }: { name: string; isFirst: boolean }) {
  const sources = (kind: 'avif' | 'webp') =>
    byWidth(heroWidths, (width) => heroPicture(name, width, kind))
  // On wide screens, the picture has a fixed height and its sides are cropped.
  const sizes = '(min-width: 64rem) 50rem, 92vw'
  if (isFirst)
    preload(heroPicture(name, 960, 'avif'), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sources('avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <img
        src={heroPicture(name, 960, 'webp')}
        srcSet={sources('webp')}
        sizes={sizes}
        alt=""
        width={1440}
        height={900}
        fetchPriority={isFirst ? 'high' : 'low'}
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  )
}
