import { company } from '@hourspace/domain/company.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { CityLinks } from './city-sections.tsx'

export const notFoundMeta = [
  { title: `Location not found · ${company.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Page for an unknown city, or for an unknown space type in `city`. */
export function LocationNotFound({ city }: { city?: { slug: string; name: string } }) {
  return (
    <div className="pb-16 sm:pb-24">
      <MessagePage
        mark="404"
        title="Location not found"
        description={
          city
            ? `We don’t have this type of space in ${city.name} yet. See all spaces there.`
            : 'We don’t have a page for this location. Try one of these cities.'
        }
      >
        {city && <LinkButton to={paths.city(city.slug)}>{`All spaces in ${city.name}`}</LinkButton>}
        <LinkButton to={paths.explore()} {...(city && { variant: 'secondary' })}>
          Explore Spaces
        </LinkButton>
        <LinkButton to={paths.home()} variant="secondary">
          Return to Home
        </LinkButton>
      </MessagePage>
      <CityLinks title={`Cities on ${company.name}`} />
    </div>
  )
}
