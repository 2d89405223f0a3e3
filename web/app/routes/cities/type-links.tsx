import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

/** A space type and its number of spaces in a city. */
export type CountedType = { name: string; label: string; spaces: number }

/** Links to the city's space types. `current` is the type of this page. */
export function TypeLinks(props: {
  city: { slug: string; name: string }
  types: readonly CountedType[]
  current?: string
}) {
  const { city, types, current } = props
  if (types.length === 0) return null
  return (
    <nav
      aria-label={`Types of space in ${city.name}`}
      className="max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]"
    >
      <ul className="-m-1 flex gap-2 p-1 sm:flex-wrap">
        <Chip to={paths.city(city.slug)} isCurrent={!current}>
          All spaces
        </Chip>
        {types.map(({ name, label, spaces }) => (
          <Chip key={name} to={paths.city(city.slug, name)} isCurrent={name === current}>
            {label} <span className="ml-1.5 font-normal opacity-80">{spaces}</span>
          </Chip>
        ))}
      </ul>
    </nav>
  )
}

function Chip(props: { to: string; isCurrent: boolean; children: React.ReactNode }) {
  const { to, isCurrent, children } = props
  return (
    <li className="shrink-0">
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={cx(
          'inline-flex min-h-10 items-center rounded-full border px-4 text-sm font-medium transition-colors duration-150 pointer-coarse:min-h-11',
          isCurrent
            ? 'border-accent bg-accent text-on-accent'
            : 'border-control bg-surface text-ink hover:bg-sunken',
        )}
      >
        {children}
      </Link>
    </li>
  )
}
