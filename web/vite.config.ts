import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { groups } from './code-splitting.ts'

/** Icons are made by the few lines that ours need, for server and browser alike: both draw the same. */
const lightIcons: Plugin = {
  name: 'light-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/createLucideIcon.mjs')
      ? `${import.meta.dirname}/app/ui/create-icon.ts`
      : undefined,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tailwindcss(),
    // The product speaks en-US; React Aria's other thirty languages stay out of the bundle.
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    reactRouter(),
    lightIcons,
  ],
  environments: {
    client: {
      // Sentry's own diagnostics, which only its developers read.
      define: { __SENTRY_DEBUG__: 'false', __RRWEB_EXCLUDE_IFRAME__: 'true' },
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups },
          },
        },
      },
    },
  },
  ssr: {
    // Bundled into the server build, these start in 0.4 s instead of 2 s; the last is for `lightIcons`.
    noExternal: [
      /^react-aria/,
      /^react-stately/,
      /^@react-aria/,
      /^@internationalized/,
      /^lucide-react/,
    ],
  },
  optimizeDeps: {
    // All of it at once: what is found out later reloads the page of whoever has just opened it.
    include: [
      '@internationalized/date',
      '@stripe/react-stripe-js',
      '@supabase/auth-js',
      '@supabase/functions-js',
      '@supabase/postgrest-js',
      '@supabase/realtime-js',
      '@supabase/storage-js',
      'lucide-react',
      'react-aria-components',
      'react-aria-components > client-only',
      'react-aria-components > react-aria > clsx',
      'react-aria-components > use-sync-external-store/shim/index.js',
      'recharts',
      'zod',
    ],
  },
})
