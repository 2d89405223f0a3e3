import { cityNames } from '#web/content/cities/names.ts'
import { paths } from '#web/lib/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Every city that has a page, but the one somebody is on. */
export function CityLinks({ title, except }: { title: string; except?: string }) {
  return (
    <nav aria-labelledby="cities" className="page flex flex-col gap-4">
      <h2 id="cities" className="text-2xl">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6">
        {cityNames.map(
          ({ slug, name }) =>
            slug !== except && (
              <li key={slug}>
                <TextLink
                  to={paths.city(slug)}
                  className="inline-flex min-h-9 items-center pointer-coarse:min-h-11"
                >
                  {name}
                </TextLink>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
