import displayFace from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import textFace from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { publicEnvironment } from './data/backend.server.ts'
import { queryClient } from './data/query-client.ts'
import { environmentElementId, type PublicEnvironment } from './data/environment.ts'
import { DeferredScripts } from './deferred-scripts.tsx'
import { SessionProvider } from './features/account/session.tsx'
import { SignInProvider } from './features/account/sign-in.tsx'
import { CrashPage } from './features/shell/error-page.tsx'
import { noticeScript } from './features/shell/notice-strip.tsx'
import { usePrefetch } from './features/shell/use-is-offline.ts'
import { barColors, themeScript } from './ui/theme.ts'
import { LinkProvider, type LinkProps } from './ui/link.tsx'
import { Toasts } from './ui/toast.tsx'

export function loader(): PublicEnvironment {
  return publicEnvironment()
}

/** Loads public settings only once, because they do not change while a page is open. */
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
  // Loads private pages' scripts immediately, because they show nothing without the user's data.
  const isPrivate = useMatches().some(({ id }) => id === 'routes/private/route')
  return (
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={barColors.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={barColors.dark} />
        <script
          dangerouslySetInnerHTML={{ __html: `${localeScript};${themeScript};${noticeScript}` }}
        />
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
        {import.meta.env.PROD && !isPrivate ? <DeferredScripts /> : <Scripts />}
      </body>
    </html>
  )
}

/** Sets React Aria's locale without I18nProvider, which would add code to every page. */
const localeScript = "window[Symbol.for('react-aria.i18n.locale')]='en-US'"

function RoutedLink(props: LinkProps) {
  return <Link prefetch={usePrefetch()} {...props} />
}

const renderLink = (props: LinkProps) => <RoutedLink {...props} />

export default function App() {
  const [client] = useState(queryClient)
  return (
    <QueryClientProvider client={client}>
      <LinkProvider value={renderLink}>
        <SessionProvider>
          <SignInProvider>
            <Outlet />
            <Toasts />
          </SignInProvider>
        </SessionProvider>
      </LinkProvider>
    </QueryClientProvider>
  )
}

/** Handles errors outside the route `shell`, which has its own error boundary. */
export function ErrorBoundary() {
  return <CrashPage error={useRouteError()} />
}
