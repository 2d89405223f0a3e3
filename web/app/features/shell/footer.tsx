import type { ReactNode } from 'react'
import { company } from '#web/content/company.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from './logo.tsx'
import { Newsletter } from './newsletter.tsx'

const linkStyles =
  'inline-flex min-h-9 items-center text-ink-soft hover:text-ink hover:underline pointer-coarse:min-h-11'

/** On phones it keeps clear of the bottom bar. */
export function Footer() {
  return (
    <footer className="border-t border-line bg-sunken dark:bg-surface max-md:pb-[calc(4rem+env(safe-area-inset-bottom))]">
      <div className="page grid gap-x-8 gap-y-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.8fr]">
        <div className="flex flex-col items-start gap-3">
          <Logo />
          <p className="max-w-xs text-ink-soft">{company.tagline}</p>
          <ul aria-label="Social media" className="flex gap-5">
            {company.social.map(({ label, href }) => (
              <li key={label}>
                <a href={href} rel="me noopener" className={linkStyles}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <Column title="Company">
          <FooterLink to={paths.about()}>About</FooterLink>
          <FooterLink to={paths.explore()}>Explore Spaces</FooterLink>
        </Column>
        <Column title="Support">
          <FooterLink to={paths.contact()}>Contact</FooterLink>
          <li>
            <a href={`mailto:${company.email}`} className={linkStyles}>
              {company.email}
            </a>
          </li>
        </Column>
        <Newsletter />
      </div>
      <div className="page">
        <p className="border-t border-line py-5 text-sm text-ink-faint">
          © {company.name}, {company.place}
        </p>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal text-ink">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={linkStyles}>
        {children}
      </Link>
    </li>
  )
}
