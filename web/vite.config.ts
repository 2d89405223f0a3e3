import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tailwindcss(),
    // The product uses only en-US, so the bundle leaves out React Aria's other locales.
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    reactRouter(),
  ],
  environments: {
    client: {
      // Leaves out Sentry's debug logging and its iframe recorder.
      define: { __SENTRY_DEBUG__: 'false', __RRWEB_EXCLUDE_IFRAME__: 'true' },
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Puts modules that at least 26 routes import into one file. Otherwise every icon is
              // a file, and the home page loads 67 files (154 KiB gzipped) instead of 26 (144 KiB).
              // Leaves out React Aria, which public pages load only with a dialog or menu.
              // Leaves out TanStack Query, because most public pages need only its cache.
              groups: [
                {
                  name: 'common',
                  tags: ['$initial'],
                  minShareCount: 26,
                  test: (id) => !/node_modules\/(react-aria|react-stately|@tanstack)/.test(id),
                },
                // Puts the icons that at least 6 routes import into one file. Separate files would
                // be larger in total, because each file adds its own imports.
                {
                  name: 'icons',
                  tags: ['$initial'],
                  minShareCount: 6,
                  test: /lucide-react/,
                },
              ],
            },
          },
        },
      },
    },
  },
  ssr: {
    // Bundling these packages into the server build cuts startup time from 2 s to 0.4 s.
    noExternal: [
      /^react-aria/,
      /^react-stately/,
      /^@react-aria/,
      /^@internationalized/,
      /^lucide-react/,
    ],
  },
  optimizeDeps: {
    // Pre-bundles all dependencies at start, because Vite reloads the page when it finds one later.
    include: [
      '@internationalized/date',
      '@stripe/react-stripe-js',
      '@supabase/auth-js',
      '@supabase/functions-js',
      '@supabase/postgrest-js',
      '@supabase/realtime-js',
      '@supabase/storage-js',
      '@tanstack/react-query',
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
