import type { ReactNode } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { popularCities } from '#web/content/cities/popular.ts'
import { newsletter } from '#web/content/newsletter.ts'
import { useEnvironment } from '#web/data/use-environment.ts'
import { Logo } from '#web/features/shell/logo.tsx'
import { Newsletter } from '#web/features/shell/newsletter.tsx'
import {
  currencyOptions,
  setViewerCurrency,
  useViewerCurrency,
} from '#web/features/spaces/viewer-currency.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'

/** Social networks on which visitors can share the home page. Hourspace has no profiles there. */
const socialNetworks = [
  { name: 'LinkedIn', share: 'https://www.linkedin.com/sharing/share-offsite/?url=' },
  { name: 'Facebook', share: 'https://www.facebook.com/sharer/sharer.php?u=' },
  { name: 'X', share: 'https://x.com/intent/post?url=' },
] as const

export function Footer() {
  return (
    <footer className="border-t border-line bg-sunken dark:bg-surface max-md:pb-[calc(4rem+env(safe-area-inset-bottom))]">
      <div className="page grid grid-cols-[1fr_auto] gap-x-8 gap-y-10 pt-12 pb-6 wrap-anywhere lg:pb-12 max-[18rem]:grid-cols-1 sm:grid-cols-2 md:grid-cols-[1.5fr_0.9fr_1.1fr] lg:grid-cols-[1.5fr_0.9fr_1.1fr_1.8fr]">
        <div className="col-span-full flex flex-col items-start gap-3 md:col-span-1">
          <Logo />
          <p className="max-w-xs text-ink-soft">{company.tagline}</p>
          <SocialLinks />
          <CurrencyField />
        </div>
        <Column title="Company">
          <FooterLink to={paths.about()}>About</FooterLink>
          <FooterLink to={paths.careers()}>Careers</FooterLink>
          <FooterLink to={paths.press()}>Press</FooterLink>
          <FooterLink to={paths.blog()}>Blog</FooterLink>
          <FooterLink to={paths.explore()}>Explore Spaces</FooterLink>
        </Column>
        <Column title="Support">
          <FooterLink to={paths.help()}>Help Center</FooterLink>
          <FooterLink to={paths.safety()}>Safety</FooterLink>
          <FooterLink to={paths.cancellation()}>Cancellation Policy</FooterLink>
          <FooterLink to={paths.covid19()}>COVID-19 Response</FooterLink>
          <FooterLink to={paths.contact()}>Contact</FooterLink>
          <li>
            <a href={`mailto:${company.email}`} className="footer-link">
              {company.email}
            </a>
          </li>
        </Column>
        <div className="col-span-full lg:col-span-1">
          <Newsletter heading={newsletter.title} />
        </div>
      </div>
      <div className="page flex flex-col gap-y-2 pb-6 text-sm">
        <Row title="Popular cities">
          {popularCities.map(({ slug, name }) => (
            <FooterLink key={slug} to={paths.city(slug)}>
              {name}
            </FooterLink>
          ))}
        </Row>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-3">
          <p className="text-ink-faint">
            © {company.name}, {company.place}
          </p>
          <Row title="Legal">
            <FooterLink to={paths.privacy()}>Privacy</FooterLink>
            <FooterLink to={paths.terms()}>Terms</FooterLink>
            <FooterLink to={paths.cookies()}>Cookies</FooterLink>
            <FooterLink to={paths.sitemap()}>Sitemap</FooterLink>
          </Row>
        </div>
      </div>
    </footer>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <ul className="flex flex-wrap gap-x-5">{children}</ul>
    </nav>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal text-ink">{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="footer-link">
        {children}
      </Link>
    </li>
  )
}

function SocialLinks() {
  const siteUrl = useEnvironment()?.siteUrl
  if (!siteUrl) return null
  return (
    <div>
      <p id="share" className="text-sm text-ink-soft">
        Share {company.name}
      </p>
      <ul aria-labelledby="share" className="flex flex-wrap gap-x-5">
        {socialNetworks.map(({ name, share }) => (
          <li key={name}>
            <a
              href={share + encodeURIComponent(siteUrl)}
              target="_blank"
              rel="noopener noreferrer"
              className="footer-link"
            >
              <span className="sr-only">Share on </span>
              {name}
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CurrencyField() {
  const currency = useViewerCurrency()
  return (
    <div className="flex w-full max-w-96 flex-col gap-1.5 noscript:hidden">
      <NativeSelect
        label="Approximate prices in"
        options={currencyOptions}
        value={currency ?? 'USD'}
        onChange={setViewerCurrency}
      />
      <p className="text-xs text-ink-faint">
        Prices with ≈ are approximate. You pay in the currency of the space.
      </p>
    </div>
  )
}
