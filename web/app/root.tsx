import displayFace from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import textFace from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import {
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useHref,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { publicEnvironment } from './data/backend.server.ts'
import { environmentElementId, type PublicEnvironment } from './data/environment.ts'
import { SessionProvider } from './features/account/session.tsx'
import { SignInProvider } from './features/account/sign-in.tsx'
import { CrashPage } from './features/shell/error-page.tsx'
import { noticeScript } from './features/shell/notice-strip.tsx'
import { themeScript } from './ui/theme.ts'
import { LinkProvider, type LinkProps } from './ui/link.tsx'
import { Toasts } from './ui/toast.tsx'

export function loader(): PublicEnvironment {
  return publicEnvironment()
}

/** The environment does not change while a page is open. */
export const shouldRevalidate = () => false

const preloadFont = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const links: Route.LinksFunction = () => [
  preloadFont(textFace),
  preloadFont(displayFace),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function Layout({ children }: { children: ReactNode }) {
  const environment = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f9f7f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151011" />
        <script dangerouslySetInnerHTML={{ __html: `${themeScript};${noticeScript}` }} />
        <script
          id={environmentElementId}
          type="application/json"
          dangerouslySetInnerHTML={{
            __html: JSON.stringify(environment ?? null).replaceAll('<', '\\u003c'),
          }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Every link fetches its page's code and data when it is pointed at or focused. */
const renderLink = (props: LinkProps) => <Link prefetch="intent" {...props} />

export default function App() {
  const navigate = useNavigate()
  return (
    <I18nProvider locale="en-US">
      {/* oxlint-disable-next-line react/hooks -- React Aria takes the router's hook by reference. */}
      <RouterProvider navigate={navigate} useHref={useHref}>
        <LinkProvider value={renderLink}>
          <SessionProvider>
            <SignInProvider>
              <Outlet />
              <Toasts />
            </SignInProvider>
          </SessionProvider>
        </LinkProvider>
      </RouterProvider>
    </I18nProvider>
  )
}

/** Only what breaks outside the shell comes here; see routes/shell.tsx. */
export function ErrorBoundary() {
  return <CrashPage error={useRouteError()} />
}
