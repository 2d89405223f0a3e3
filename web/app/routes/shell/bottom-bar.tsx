import { Compass, House, Info, Mail, Plus, type LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { useSession } from '#web/features/account/session.tsx'
import { usePrefetch } from '#web/features/shell/use-is-offline.ts'

/**
 * The main navigation. On phones, it is a bar at the bottom; on wider screens, a row above the
 * footer.
 */
export function BottomBar() {
  const { status } = useSession()
  return (
    <nav
      aria-label="Bottom"
      className="border-t border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-40 max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-160 items-stretch justify-around px-1">
        <Item to={paths.home()} icon={House} label="Home" />
        <Item to={paths.explore()} icon={Compass} label="Explore" />
        {status === 'signed-in' && (
          <Item to={paths.createListing()} icon={Plus} label="List A Space" highlighted />
        )}
        <Item to={paths.about()} icon={Info} label="About" />
        <Item to={paths.contact()} icon={Mail} label="Contact" />
      </ul>
    </nav>
  )
}

function Item(props: { to: string; icon: LucideIcon; label: string; highlighted?: boolean }) {
  const { to, icon: Icon, label, highlighted } = props
  return (
    <li className="flex grow basis-0 justify-center">
      <NavLink
        to={to}
        end
        prefetch={usePrefetch()}
        className={cx('bottom-link', highlighted && 'text-accent-ink')}
      >
        <span
          className={cx(
            'inline-flex h-7 items-center justify-center',
            highlighted && 'w-7 rounded-full bg-accent text-on-accent',
          )}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        {label}
      </NavLink>
    </li>
  )
}
